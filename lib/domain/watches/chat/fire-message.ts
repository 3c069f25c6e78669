import { changePages } from "../../history/changes/change-pages";
import { modelLabel } from "../../models/model-label";
import { formatChange, formatPrice, plural } from "../../pages/format";
import type { WatchMatch } from "../watch-body";
import { abilityWords } from "../watch-ability";
import type { DigestMatch } from "../watch-digest";
import type { NewModelMatch } from "../watch-new-model";
import type { PriceMatch } from "../watch-price";
import type { RetirementMatch } from "../watch-retirement";
import { PRICE_FIELDS, watchSentence } from "../watch-sentence";
import type { WatchSpec } from "../watch-spec";
import type { ChatMessage } from "./chat-body";

/** What a message needs to know besides what fired. */
export interface MessageContext {
  baseUrl: string;
  watchId: string;
  /** What the watch follows, as `provider/model` where that is a model. */
  subjects: readonly string[];
  providerName(id: string): string;
}

type Told = Pick<ChatMessage, "sentence"> & { lines?: string[]; label: string; path: string };

const LONGEST_NAME = 120;
const LONGEST_PATH = 600;
const MODELS_PAGE = "/models";

/** A name from outside, in one line, without what no reader sees. */
function named(text: string): string {
  const label = [...modelLabel(text).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")];
  return label.length <= LONGEST_NAME ? label.join("") : `${label.slice(0, LONGEST_NAME - 1).join("")}…`;
}

const pathOf = (subject: string | undefined): string => {
  const slash = subject?.indexOf("/") ?? -1;
  if (subject === undefined || slash < 1) return MODELS_PAGE;
  const path = changePages.model(subject.slice(0, slash).toWellFormed(), subject.slice(slash + 1).toWellFormed());
  return path.length <= LONGEST_PATH ? path : MODELS_PAGE;
};

const providerPath = (id: string): string => changePages.provider(id.slice(0, LONGEST_NAME).toWellFormed());

const changeText = (percent: number | null): string => (percent === null ? "" : ` (${formatChange(percent)})`);

function tellPrice({ model, provider, field, op, threshold, from, to, delta_pct: percent }: PriceMatch, context: MessageContext): Told {
  const moved = `${to < from ? "fell" : "rose"} from ${formatPrice(from)} to ${formatPrice(to)} per 1M tokens${changeText(percent)}`;
  const line = threshold === undefined ? "" : `, ${op === "lt" ? "below" : "above"} ${formatPrice(threshold)}`;
  return {
    sentence: `The ${PRICE_FIELDS[field] ?? field} of ${named(model)} at ${context.providerName(provider)} ${moved}${line}.`,
    label: "See the model",
    path: pathOf(context.subjects[0]),
  };
}

const dayText = (day: string | null, precision: RetirementMatch["precision"]): string =>
  day === null ? "no announced day" : precision === "earliest" ? `${day} at the earliest` : day;

function endText({ event, retires_on: day, precision, moved_from: before, days_left: left }: RetirementMatch): string {
  const end = dayText(day, precision);
  if (event === "moved") return `moved from ${before ?? "no announced day"} to ${end}`;
  if (event === "announced") return day === null ? "is announced, without a day" : `is announced: ${end}`;
  if (left === 0) return `is today, ${end}`;
  return left === null ? `is on ${end}` : `is in ${plural(left, "day")}, on ${end}`;
}

function tellRetirement(match: RetirementMatch, { providerName }: MessageContext): Told {
  const { model, provider, replacement, options } = match;
  const instead = (replacement === null ? options : [replacement]).slice(0, 5).map(named);
  const offer = instead.length === 0 ? "" : ` In its place: ${instead.join(", ")}.`;
  return {
    sentence: `The end of ${named(model)} at ${providerName(provider)} ${endText(match)}.${offer}`,
    label: "See the model",
    path: pathOf(`${provider}/${model}`),
  };
}

function digestLines({ pricing, retirements }: DigestMatch, { providerName }: MessageContext): string[] {
  const at = ({ model, provider }: { model: string; provider: string }): string => `${named(model)} at ${providerName(provider)}`;
  return [
    ...pricing.changed.map((change) => {
      const field = PRICE_FIELDS[change.field] ?? change.field;
      return `${at(change)}: ${field} from ${formatPrice(change.from)} to ${formatPrice(change.to)}${changeText(change.delta_pct)}`;
    }),
    ...pricing.added.map((entry) => `${at(entry)}: new, input ${formatPrice(entry.inputPrice)}, output ${formatPrice(entry.outputPrice)}`),
    ...pricing.removed.map((entry) => `${at(entry)}: no longer listed`),
    ...retirements.map(
      (line) => `${at(line)}: its end ${line.event === "moved" ? "moved" : "is announced"}, ${dayText(line.retires_on, line.precision)}`,
    ),
  ];
}

function tellDigest(match: DigestMatch, context: MessageContext): Told {
  const lines = digestLines(match, context);
  const { pricing, retirements, cadence } = match;
  const period = `the last ${cadence === "daily" ? "day" : "week"}`;
  const counts = `${plural(pricing.total_changes + pricing.omitted, "model")} changed in price or came or went`;
  const ends = retirements.length === 0 ? "" : `, ${plural(retirements.length, "end")} of models announced or moved`;
  const sentence = match.has_baseline
    ? `Model prices of ${period}: ${counts}${ends}.`
    : "Model prices: nothing to compare with yet, because no earlier day was captured.";
  return { sentence, lines, label: "See all changes", path: "/changes" };
}

function tellNewModels({ provider, models, omitted }: NewModelMatch, { providerName }: MessageContext): Told {
  const [only] = models;
  const count = models.length + omitted;
  const shown = models.map(({ model, input_price: input, output_price: output }) =>
    input === null || output === null
      ? named(model)
      : `${named(model)}, input ${formatPrice(input)}, output ${formatPrice(output)} per 1M tokens`,
  );
  const who = providerName(provider);
  if (count === 1 && only) return { sentence: `New model of ${who}: ${shown[0]}.`, label: "See the model", path: pathOf(only.model_id) };
  return { sentence: `${count} new models of ${who}.`, lines: shown, label: "See the provider", path: providerPath(provider) };
}

function tell(match: WatchMatch, context: MessageContext): Told {
  switch (match.type) {
    case "price":
      return tellPrice(match, context);
    case "retirement":
      return tellRetirement(match, context);
    case "digest":
      return tellDigest(match, context);
    case "new_model":
      return tellNewModels(match, context);
    case "capability":
      return {
        sentence: `What ${named(match.model)} at ${context.providerName(match.provider)} can do changed:`,
        lines: match.changes.map((change) => named(abilityWords(change))),
        label: "See the model",
        path: pathOf(match.model_id),
      };
    case "status":
      return {
        sentence: `The state of ${named(match.name)} is ${match.to}; it was ${match.from} before.`,
        label: "See the provider",
        path: providerPath(match.provider),
      };
  }
}

/** The sentence of a fire, with a link to the page about it. */
export function fireMessage(match: WatchMatch, context: MessageContext): ChatMessage {
  const providerName = (id: string): string => named(context.providerName(id));
  const { sentence, lines = [], label, path } = tell(match, { ...context, providerName });
  return { sentence, lines, link: { label, url: `${context.baseUrl}${path}` } };
}

/** The sentence of a test. */
export const pingMessage = (spec: WatchSpec, { baseUrl, watchId }: MessageContext): ChatMessage => ({
  sentence: "This is a test of a watch: its messages arrive here.",
  lines: [named(watchSentence(spec))],
  link: { label: "See the watch", url: `${baseUrl}/account/watches/${watchId}` },
});
