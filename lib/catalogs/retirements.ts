import { z } from "zod";
import raw from "./retirements.json";
import { believedEnds } from "@/lib/domain/models/retirements/believe-statements";
import { retirementKey, successorsOf, type Statement } from "@/lib/domain/models/retirements/retirement";
import { loadSources, ProviderId } from "./catalog-entries";
import { CalendarDate, idAmong, parseCatalog, WebAddress } from "./parse-catalog";

const FILE = "lib/catalogs/retirements.json";

export const bundledSources = loadSources(FILE, raw.sources);

const Entry = z.strictObject({
  id: z.string().min(1),
  host: ProviderId,
  /** Its id at that host, lower case. */
  model: z.string().min(1),
  announcedOn: CalendarDate.nullable(),
  retiresOn: CalendarDate,
  /** `earliest`: the host promises to answer until then, and has announced no end. */
  precision: z.enum(["exact", "earliest"]),
  /** Ids of the host's recommended replacements, in its own spelling. A setting beside one is no model. */
  replacements: z.array(z.string().regex(/^[^\s=]+$/)),
  /** The model that answers after that day, where calls do not fail. */
  reroutedTo: z.string().min(1).nullable().default(null),
  page: WebAddress,
  source: idAmong(bundledSources, "is not declared"),
});

export type BundledRetirement = z.output<typeof Entry>;

/** Ends of models as the hosts' own pages gave them on the day of reading. */
export const bundledRetirements: readonly BundledRetirement[] = parseCatalog(FILE, Entry, raw.entries, "id");

const dayRead = new Map(bundledSources.map(({ id, readOn }) => [id, CalendarDate.parse(readOn)]));

/** A day that had passed when the page still named it was the last one. */
function toStatement({
  model,
  host,
  announcedOn,
  retiresOn,
  precision,
  replacements,
  page,
  source,
  reroutedTo,
}: BundledRetirement): Statement {
  const isOver = retiresOn < (dayRead.get(source) ?? "");
  const isPromise = precision === "earliest" && announcedOn === null && replacements.length === 0;
  return {
    source: `bundled/${source}`,
    standing: "bundled",
    host,
    model,
    state: isOver ? "retired" : isPromise ? "active" : "deprecated",
    announcedOn,
    retiresOn,
    precision: isOver ? "exact" : precision,
    after: reroutedTo === null ? null : "rerouted_to",
    reroutedTo,
    ...successorsOf(replacements),
    page,
  };
}

/** Bundled ends by source, with the day of the copy. */
export const bundledStatements: readonly { source: string; readOn: string; statements: readonly Statement[] }[] = [...dayRead].map(
  ([id, readOn]) => ({
    source: `bundled/${id}`,
    readOn,
    statements: bundledRetirements.filter(({ source }) => source === id).map(toStatement),
  }),
);

export const retirementsAsOf: string = [...dayRead.values()].toSorted().at(-1) ?? "";

const ends = believedEnds(bundledStatements.flatMap(({ statements }) => statements));

/** The end of a model at its host as the release knows it; null where none was announced. */
export const announcedEnd = (host: string, model: string): Statement | null => ends.get(retirementKey({ host, model })) ?? null;
