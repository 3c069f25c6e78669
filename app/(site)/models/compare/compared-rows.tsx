import type { ComparedCell, ComparedRow, RowGroup } from "@/components/models/compare-table";
import { benchmarkKinds } from "@/lib/catalogs/score-sources";
import { ablestInRow, bestInRow } from "@/lib/domain/models/best-in-row";
import { commonVariant, comparableScore } from "@/lib/domain/models/scores/common-variant";
import { shareWithin, spanOf } from "@/lib/domain/models/model-questions";
import { TYPICAL_CALL_WORDS, typicalCost } from "@/lib/domain/models/typical-call";
import { formatCallCost, formatCount, formatDay, formatMonth, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import { placeOf } from "@/lib/domain/pages/host-of";
import { MODEL_CAPABILITIES } from "@/lib/schemas/models/model";
import type { ListedModel } from "../chosen-models";
import { scoreEntryOf, type BenchmarkId, type Scores } from "../score-entry";

const missing = (value = "not reported"): ComparedCell => ({ value, isMissing: true });

interface Figure {
  label: string;
  note?: string;
  better?: "lower" | "higher";
  read: (model: ListedModel) => number | null | undefined;
  format: (value: number) => string;
  /** Note beside a value that is there. */
  noteOf?: (model: ListedModel) => string | undefined;
  /** False where a value says nothing in a comparison. */
  counts?: (model: ListedModel) => boolean;
  absent?: string;
  /** Place of a value in a bar, 0 to 1. */
  drawn?: (value: number, known: readonly number[]) => number;
}

/** Every cell says the same, so that the row tells nothing apart. */
const areSame = (values: readonly unknown[]): boolean => values.length > 1 && values.every((value) => value === values[0]);

function figureRow(listed: readonly ListedModel[], figure: Figure): ComparedRow {
  const { label, note, better, read, format, noteOf, counts = () => true, absent, drawn } = figure;
  const values = listed.map((entry) => read(entry) ?? null);
  const compared = values.map((value, index) => (listed[index] && counts(listed[index]) ? value : null));
  const marks = better ? bestInRow(compared, better) : values.map(() => null);
  const known = values.filter((value) => value !== null);
  return {
    label,
    isSame: areSame(values),
    ...(note === undefined ? {} : { note }),
    cells: listed.map((entry, index) => {
      const value = values[index] ?? null;
      if (value === null) return missing(absent);
      const beside = noteOf?.(entry);
      return {
        value: format(value),
        mark: marks[index] ?? null,
        ...(beside === undefined ? {} : { note: beside }),
        ...(drawn === undefined ? {} : { drawn: { "--at": drawn(value, known).toFixed(2) } }),
      };
    }),
  };
}

/** Price of a call as most are; what is given away costs nothing here, which says nothing. */
export const callCost = ({ model }: ListedModel): number | null =>
  model.freeListing ? null : typicalCost(model.inputPrice, model.outputPrice);

const CALL: Figure = {
  label: "A typical call",
  note: TYPICAL_CALL_WORDS,
  better: "lower",
  read: callCost,
  format: formatCallCost,
  absent: "not known",
  drawn: (usd, known) => usd / Math.max(...known, Number.EPSILON),
};

/** What most readers compare by. */
function mainRows(listed: readonly ListedModel[]): ComparedRow[] {
  const span = spanOf(listed.map(({ capability }) => capability));
  const marks = ablestInRow(listed.map(({ capability }) => capability));
  const place = (value: number): string => (span === null ? "0" : shareWithin(value, span).toFixed(2));
  return [
    {
      ...figureRow(listed, CALL),
      // What everybody asks for stands open, also where it is the same.
      isSame: false,
    },
    {
      label: "Capability",
      note: "GPT-5 is 150; bar: 90 % interval",
      isSame: listed.every(({ capability }) => capability === null),
      cells: listed.map(({ capability }, index) =>
        capability === null
          ? missing("too few scores")
          : {
              value: formatScore(capability.ability),
              mark: marks[index] ?? null,
              note: `${formatScore(capability.low)} to ${formatScore(capability.high)}`,
              drawn: { "--at": place(capability.ability), "--low": place(capability.low), "--high": place(capability.high) },
            },
      ),
    },
  ];
}

const isSold = ({ model }: ListedModel): boolean => model.freeListing !== true;
const price = (label: string, read: Figure["read"], rest: Partial<Figure> = {}): Figure => ({
  label,
  read,
  better: "lower",
  format: formatPrice,
  counts: isSold,
  noteOf: (entry) => (isSold(entry) ? undefined : "given away here"),
  absent: "not published",
  ...rest,
});

function priceRows(listed: readonly ListedModel[]): ComparedRow[] {
  const hasLong = listed.some(({ model }) => (model.longContextPricing ?? []).length > 0);
  const figures = [
    price("Input", ({ model }) => model.inputPrice),
    price("Output", ({ model }) => model.outputPrice),
    price("Blended", ({ model }) => model.blendedPrice, { note: "input and output 50 : 50" }),
    price("Input from the cache", ({ model }) => model.cachedInputPrice),
  ].map((figure) => figureRow(listed, figure));
  const long: ComparedRow = {
    label: "Long prompts",
    cells: listed.map(({ model: { longContextPricing: tiers = [] } }) =>
      tiers.length === 0
        ? missing("none listed")
        : {
            value: tiers.map(({ inputPrice, outputPrice }) => `${formatPrice(inputPrice)} in, ${formatPrice(outputPrice)} out`).join("; "),
            note: `above ${tiers.map(({ aboveInputTokens }) => formatTokens(aboveInputTokens)).join(", ")} tokens`,
          },
    ),
  };
  const sources: ComparedRow = {
    label: "Prices seen at",
    cells: listed.map(({ model, sourceName }) =>
      sourceName === null
        ? missing()
        : {
            value: model.source_url === null ? sourceName : <a href={model.source_url}>{sourceName}</a>,
            note: [model.verified_at !== null && formatDay(model.verified_at), model.priceConflict && "sources differ"]
              .filter(Boolean)
              .join(" · "),
          },
    ),
  };
  const charged = listed.some(({ model }) => model.pricingNote !== undefined)
    ? [textRow(listed, "How it is charged", ({ pricingNote }) => pricingNote ?? "by token")]
    : [];
  return [...figures, ...(hasLong ? [long] : []), ...charged, sources];
}

function textRow(listed: readonly ListedModel[], label: string, read: (model: ListedModel["model"]) => string | undefined): ComparedRow {
  const values = listed.map(({ model }) => read(model));
  return { label, isSame: areSame(values), cells: values.map((value) => (value === undefined ? missing() : { value })) };
}

const limitRows = (listed: readonly ListedModel[]): ComparedRow[] => [
  figureRow(listed, {
    label: "Context",
    better: "higher",
    read: ({ model }) => model.contextWindow,
    format: formatTokens,
    noteOf: ({ model }) => (model.contextWindow === null ? undefined : `${formatCount(model.contextWindow)} tokens`),
  }),
  figureRow(listed, {
    label: "Longest answer",
    better: "higher",
    read: ({ model }) => model.maxOutputTokens,
    format: formatTokens,
    noteOf: ({ model }) => (model.maxOutputTokens === undefined ? undefined : `${formatCount(model.maxOutputTokens)} tokens`),
  }),
  textRow(listed, "Knowledge until", ({ knowledgeCutoff }) => knowledgeCutoff),
  textRow(listed, "Released", ({ released }) => (released === null ? undefined : formatMonth(released))),
  textRow(listed, "Ends on", ({ deprecationDate }) => (deprecationDate === null ? "no date announced" : formatDay(deprecationDate))),
];

const ABILITY_WORDS: Record<(typeof MODEL_CAPABILITIES)[number], string> = {
  text: "Text",
  vision: "Sees pictures",
  "tool-use": "Calls tools",
  code: "Code",
  reasoning: "Reasons first",
  "structured-output": "Answers in JSON of a schema",
  "prompt-caching": "Prompt caching",
  "file-input": "Reads files",
  "audio-input": "Hears audio",
  "audio-output": "Speaks",
  "video-input": "Sees video",
  "image-output": "Draws pictures",
  "web-search": "Searches the web",
  "computer-use": "Uses a computer",
};

const abilityRows = (listed: readonly ListedModel[]): ComparedRow[] => [
  ...MODEL_CAPABILITIES.filter((name) => listed.some(({ model }) => model.capabilities.includes(name))).map((name) => ({
    label: ABILITY_WORDS[name],
    isSame: areSame(listed.map(({ model }) => model.capabilities.includes(name))),
    cells: listed.map(({ model }) =>
      model.capabilities.includes(name) ? { value: "yes" } : missing(model.capabilities.length === 0 ? "not known" : "not listed"),
    ),
  })),
  textRow(listed, "Open weights", ({ openSource }) => (openSource === undefined ? undefined : openSource ? "yes" : "no")),
];

/** Scores of one task set are compared; one on another set stands there with its name. */
function scoreRows(listed: readonly ListedModel[], scores: Scores): ComparedRow[] {
  const entries = listed.map((entry) => scoreEntryOf(entry, scores));
  const known = entries.flatMap((entry) => entry ?? []);
  const sources = new Map(scores.sources.map(({ key, name }) => [key, name]));
  return benchmarkKinds.map(({ id, name }) => {
    const benchmark = id as BenchmarkId;
    const common = commonVariant(known, benchmark);
    const marks = bestInRow(
      entries.map((entry) => (entry ? comparableScore(entry, benchmark, common) : null)),
      "higher",
    );
    return {
      label: name,
      isSame: entries.every((entry) => entry?.scores[benchmark] === undefined),
      ...(common === undefined ? {} : { note: common === name ? "of 100" : `of 100, ${common}` }),
      cells: entries.map((entry, index): ComparedCell => {
        const [score, detail] = [entry?.scores[benchmark], entry?.details[benchmark]];
        if (score === undefined || !detail) return missing();
        const source = sources.get(detail.source) ?? detail.source;
        return {
          value: formatScore(score),
          mark: marks[index] ?? null,
          note: (
            <>
              {detail.kind},{" "}
              {detail.source_url ? (
                <a href={detail.source_url} title={source}>
                  {placeOf(detail.source_url)}
                </a>
              ) : (
                source
              )}
              {detail.date && ` ${formatDay(detail.date)}`}
              {detail.variant !== common && <b>other task set: {detail.variant}</b>}
            </>
          ),
        };
      }),
    };
  });
}

export function comparedRows(listed: readonly ListedModel[], scores: Scores | null): RowGroup[] {
  return [
    { title: "At a glance", rows: mainRows(listed) },
    { title: "Price, $ per 1M tokens", rows: priceRows(listed) },
    { title: "Limits and dates", rows: limitRows(listed) },
    { title: "Abilities", rows: abilityRows(listed) },
    ...(scores ? [{ title: "Scores, with who measured them", rows: scoreRows(listed, scores) }] : []),
  ];
}
