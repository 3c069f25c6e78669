import { z } from "zod";
import raw from "./retirements.json";
import { loadSources, ProviderId } from "./catalog-entries";
import { CalendarDate, idAmong, parseCatalog, WebAddress } from "./parse-catalog";

const FILE = "lib/catalogs/retirements.json";

const retirementSources = loadSources(FILE, raw.sources);

const Entry = z.strictObject({
  id: z.string().min(1),
  host: ProviderId,
  /** Its id at that host, lower case. */
  model: z.string().min(1),
  announcedOn: CalendarDate.nullable(),
  retiresOn: CalendarDate,
  /** `earliest`: the host promises to answer until then, and has announced no end. */
  precision: z.enum(["exact", "earliest"]),
  /** What the host recommends instead, as it writes it. */
  replacements: z.array(z.string().min(1)),
  page: WebAddress,
  source: idAmong(retirementSources, "is not declared"),
});

export type BundledRetirement = z.output<typeof Entry>;

/** Ends of models at their hosts, as the hosts' own pages gave them on the day that the source was read. */
export const bundledRetirements: readonly BundledRetirement[] = parseCatalog(FILE, Entry, raw.entries, "id");

const exact = new Map(bundledRetirements.filter(({ precision }) => precision === "exact").map((entry) => [entry.id, entry.retiresOn]));

/** The day on which the host ends a model, by the host's own page; null where it has announced none. */
export const announcedEnd = (host: string, model: string): string | null => exact.get(`${host}/${model.toLowerCase()}`) ?? null;
