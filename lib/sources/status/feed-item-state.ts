import { decodeHTML } from "entities";
import type { PageComponent } from "@/lib/domain/status/core-components";
import { severityOfText, type KnownState } from "@/lib/domain/status/service-state";
import { isNoTroubleNow, saysOver, tellsTrouble } from "@/lib/domain/status/incident-words";
import { isMaintenanceWord, stateOfWord } from "./state-words";
import type { FeedItem } from "./feed-items";

const CLOSED = /^(?:resolved|completed|complete|closed|recovered|operational|available|cancell?ed|fixed|postmortem|mitigated|all clear)$/i;
const OPEN =
  /^(?:investigating|identified|monitoring|update|active|in progress|in_progress|verifying|ongoing|detected|started|acknowledged|confirmed|outage|disruption|degraded)$/i;
const PLANNED = /^(?:scheduled|planned|upcoming|not started yet|notstartedyet)$/i;

export interface ItemStage {
  kind: "open" | "closed" | "planned" | "unstated";
  word: string | null;
}

export const textWithoutTags = (html: string): string =>
  decodeHTML(html.replace(/<[^<>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();

/** Feeds escape their markup once or twice. Whitespace is collapsed to limit regex backtracking. */
const markupOf = (item: FeedItem): string => decodeHTML(item.html).replace(/\s+/g, " ");

const kindOf = (word: string): ItemStage["kind"] =>
  CLOSED.test(word) ? "closed" : PLANNED.test(word) ? "planned" : OPEN.test(word) ? "open" : "unstated";

const firstGroups = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => (match[1] ?? "").trim());

/** Feeds disagree on the order of updates, so one closing mark anywhere closes the item. */
export function stageOf(item: FeedItem): ItemStage {
  const html = markupOf(item);
  const labelled = firstGroups(textWithoutTags(html), /\bstatus:\s*([a-z_]+(?: progress)?)/gi);
  const marked = firstGroups(html, /<(?:strong|b|h[1-6])>([^<:]{3,26}):? ?<\//gi);
  const groups = [labelled.slice(0, 1), item.categories.map((category) => category.trim()), marked];
  for (const words of groups) {
    const kinds = words.map((word) => ({ word, kind: kindOf(word) })).filter((stage) => stage.kind !== "unstated");
    const decisive = kinds.find((stage) => stage.kind === "closed" && !/^available$/i.test(stage.word)) ?? kinds[0];
    if (decisive) return decisive;
  }
  if (saysOver(item.title) || saysOver(textWithoutTags(html))) return { kind: "closed", word: null };
  if (isNoTroubleNow(item.title)) return { kind: "planned", word: null };
  return { kind: "unstated", word: null };
}

/** An item without marks is open only by its words of trouble. */
export const tellsOfTrouble = (item: FeedItem): boolean => tellsTrouble(item.title, textWithoutTags(newestUpdate(markupOf(item))));

/** The newest of the updates in the body, which stands first. */
const newestUpdate = (html: string): string => html.split(/<small>/i)[1] ?? html;

export const isMaintenance = (item: FeedItem): boolean =>
  isMaintenanceWord(item.title) || item.categories.some(isMaintenanceWord) || /severity:\s*maint/i.test(item.html);

/** The stated severity, else one guessed from the text. `monitoring` means that a fix is in place: degraded at most. */
export function severityOf(item: FeedItem, stage: ItemStage): "degraded" | "down" {
  const html = markupOf(item);
  const stated = [
    ...firstGroups(textWithoutTags(html), /\bseverity:\s*([a-z]+(?: (?:outage|performance|disruption))?)/gi),
    ...item.categories,
  ].map(stateOfWord);
  if (/^monitoring$/i.test(stage.word ?? "")) return "degraded";
  if (stated.includes("down")) return "down";
  if (stated.includes("degraded")) return "degraded";
  return severityOfText(`${item.title} ${textWithoutTags(newestUpdate(html))}`);
}

/** Components listed with a state in the body, else the one in brackets before the title. */
export function componentsOf(item: FeedItem, severity: KnownState): PageComponent[] {
  const html = markupOf(item);
  const listed = [...html.matchAll(/<li>([^<()]{1,120}(?:\([^<()]{1,60}\)[^<()]{1,60})?)\(([^<()]{1,60})\) ?<\/li>/gi)].map((match) => ({
    name: textWithoutTags(match[1] ?? ""),
    word: (match[2] ?? "").trim(),
  }));
  if (listed.length > 0) return listed.map(({ name, word }) => ({ name, group: null, status: stateOfWord(word), rawStatus: word }));
  const bracketed = /^\[([^\]]{2,60})\]\s+\S/.exec(item.title)?.[1];
  return bracketed && !/resolved|maintenance|monitoring|investigating|identified|update/i.test(bracketed)
    ? [{ name: bracketed, group: null, status: severity, rawStatus: severity }]
    : [];
}
