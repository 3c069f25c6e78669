import { z } from "zod";
import { isPast, successorsOf, type RetirementState, type Statement } from "@/lib/domain/models/retirements/retirement";
import { parseJsonText } from "@/lib/sources/parse-json";
import { isPlainId, requireReadable } from "../prices/pricing-source";
import { readDay } from "./read-day";
import type { RetirementSource } from "./retirement-source";

const dayOrNull = (text: string | null | undefined): string | null => readDay(text ?? "")?.day ?? null;

const AIMLAPI_PAGE = "https://docs.aimlapi.com/api-references/service-endpoints/model-deprecations";

const Withdrawal = z.object({
  id: z.string(),
  aliases: z.array(z.string()).nullish(),
  status: z.enum(["deprecated", "superseded", "withdrawn"]),
  deprecated_at: z.string().nullish(),
  shutdown_at: z.string().nullish(),
  replaced_by: z.string().nullish(),
});

const Listed = z.union([
  z.array(z.unknown()),
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
  z.object({ deprecations: z.array(z.unknown()) }).transform(({ deprecations }) => deprecations),
  z.object({ models: z.array(z.unknown()) }).transform(({ models }) => models),
]);

/** A superseded id still answers, as the model that it was folded into. */
function withdrawalsOf(entry: z.output<typeof Withdrawal>, today: string): Statement[] {
  const { id, aliases, status, deprecated_at: deprecatedAt, shutdown_at: shutdownAt, replaced_by: replacedBy } = entry;
  const announcedOn = dayOrNull(deprecatedAt);
  const retiresOn = dayOrNull(shutdownAt) ?? (status === "deprecated" ? null : announcedOn);
  const state: RetirementState = status === "deprecated" && !isPast(retiresOn, today) ? "deprecated" : "retired";
  const reroutedTo = status === "superseded" ? (replacedBy ?? null) : null;
  return [id, ...(aliases ?? [])].filter(isPlainId).map((model) => ({
    source: "aimlapi",
    standing: "own",
    host: "aimlapi",
    page: AIMLAPI_PAGE,
    model,
    state,
    announcedOn,
    retiresOn,
    precision: retiresOn === null ? "none_announced" : "exact",
    after: reroutedTo === null ? "error" : "rerouted_to",
    reroutedTo,
    ...successorsOf(replacedBy ? [replacedBy] : []),
  }));
}

export const aimlapiFeed: RetirementSource = {
  key: "aimlapi",
  name: "AI/ML API, deprecations of models",
  url: "https://api.aimlapi.com/v1/models/deprecations",
  page: AIMLAPI_PAGE,
  license: "facts from the provider's API",
  read(text, { today }) {
    const entries = parseJsonText(text, Listed);
    const read = entries.flatMap((entry) => Withdrawal.safeParse(entry).data ?? []);
    requireReadable("AI/ML API", read.length, entries.length - read.length);
    return read.flatMap((entry) => withdrawalsOf(entry, today));
  },
};

const GATHERED_PAGE = "https://deprecations.info";

/** Its names of hosts; what is of another host is left out. */
const GATHERED_HOSTS: Readonly<Record<string, string>> = {
  openai: "openai",
  anthropic: "anthropic",
  google: "google",
  "google vertex": "google-vertex",
  "aws bedrock": "amazon-bedrock",
  azure: "azure",
  groq: "groq",
  cohere: "cohere",
  xai: "xai",
};

const Gathered = z.object({
  provider: z.string(),
  model_id: z.string(),
  announcement_date: z.string().nullish(),
  shutdown_date: z.string().nullish(),
  deprecation_date: z.string().nullish(),
  replacement_models: z.array(z.string()).nullish(),
  url: z
    .url({ protocol: /^https$/ })
    .nullish()
    .catch(null),
});

function gatheredOf(entry: z.output<typeof Gathered>, today: string): Statement | null {
  const host = GATHERED_HOSTS[entry.provider.toLowerCase()];
  const retires = readDay(entry.shutdown_date ?? "");
  if (!host || !retires || !isPlainId(entry.model_id)) return null;
  return {
    source: "deprecations-info",
    standing: "gathered",
    host,
    page: entry.url ?? GATHERED_PAGE,
    model: entry.model_id,
    state: isPast(retires.day, today) && retires.precision === "exact" ? "retired" : "deprecated",
    announcedOn: dayOrNull(entry.announcement_date) ?? dayOrNull(entry.deprecation_date),
    retiresOn: retires.day,
    precision: retires.precision,
    after: null,
    reroutedTo: null,
    ...successorsOf((entry.replacement_models ?? []).filter(isPlainId)),
  };
}

/** Copies of the hosts' own pages, gathered daily by others. */
export const deprecationsInfo: RetirementSource = {
  key: "deprecations-info",
  name: "deprecations.info, copies of the providers' own pages",
  url: `${GATHERED_PAGE}/api/v1/deprecations.json`,
  page: GATHERED_PAGE,
  license: "MIT",
  read(text, { today }) {
    const entries = parseJsonText(
      text,
      z.union([z.array(z.unknown()), z.object({ deprecations: z.array(z.unknown()) }).transform((one) => one.deprecations)]),
    );
    const read = entries.flatMap((entry) => Gathered.safeParse(entry).data ?? []);
    requireReadable("deprecations.info", read.length, entries.length - read.length);
    return read.flatMap((entry) => gatheredOf(entry, today) ?? []);
  },
};
