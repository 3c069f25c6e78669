import type { ServiceClient } from "../../client";
import { safeText } from "../output/safe-text";
import { addPrices, askService, MOST_NAMES } from "./ask-service";
import { listFindings, type Finding, type PlacedMention } from "./findings";
import { findMentions } from "./formats";
import { Repository, type LeftOut } from "./read-repository";

export interface CheckReport {
  /** The service's UTC day; null where no name was asked for. */
  today: string | null;
  within_days: number;
  checked: { files: number; mentions: number; names: number };
  /** How many findings make the check fail. */
  fails: number;
  findings: Finding[];
  /** Names that look like a model's and that the service does not know, each once. */
  unknown: string[];
  /** Names that were not asked for, and changed models that are not among the findings, beside files. */
  left_out: LeftOut & { names: number; price_changes: number };
}

interface CheckOptions {
  within: number;
  changedWithin: number;
  progress(text: string): void;
}

const MOST_MENTIONS = 20_000;

async function readMentions(repository: Repository, progress: CheckOptions["progress"]): Promise<PlacedMention[]> {
  const found: PlacedMention[] = [];
  for await (const { path, text } of repository.read()) {
    if (repository.filesRead % 100 === 0) progress(`Reading ${path}`);
    const { format, mentions, isWhole } = findMentions(path, text);
    if (!isWhole) repository.leftOut.read_in_part.push(path);
    for (const mention of mentions) found.push({ ...mention, file: path, format });
    if (found.length > MOST_MENTIONS) repository.leftOut.stopped_by = "mentions";
  }
  return found.slice(0, MOST_MENTIONS);
}

/** Names once each, without regard to case: the service reads them so. */
function namesOf(mentions: readonly PlacedMention[]): string[] {
  const names = new Map(mentions.map(({ asked }) => [asked.toLowerCase(), asked]));
  return [...names.values()].toSorted();
}

/** Reads a folder's files, asks what becomes of the models in them, and says where which of them end. */
export async function runCheck(
  client: ServiceClient,
  path: string,
  { within, changedWithin, progress }: CheckOptions,
): Promise<CheckReport> {
  const repository = new Repository(path);
  const mentions = await readMentions(repository, progress);
  const all = namesOf(mentions);
  const names = all.slice(0, MOST_NAMES);
  progress(`Asking for ${names.length} names…`);
  const answers = await askService(client, names, (done) => progress(`Asked for ${done} of ${names.length} names…`));
  const unseenChanges = changedWithin > 0 && names.length > 0 ? await addPrices(client, answers, changedWithin) : 0;
  const { today, byName } = answers;
  const findings = listFindings(mentions, byName, within);
  return {
    today,
    within_days: within,
    checked: { files: repository.filesRead, mentions: mentions.length, names: names.length },
    fails: findings.filter(({ fails }) => fails).length,
    findings,
    unknown: names.filter((name) => byName.get(name.toLowerCase())?.found.length === 0).map(safeText),
    left_out: { ...repository.leftOut, names: all.length - names.length, price_changes: unseenChanges },
  };
}
