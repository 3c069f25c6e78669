import { z } from "zod";
import raw from "./crawlers.json";
import { ProviderId, providerName } from "./catalog-entries";
import { idAmong, parseCatalog, WebAddress } from "./parse-catalog";

const FILE = "lib/catalogs/crawlers.json";

const Purpose = z.strictObject({ id: z.string(), description: z.string().min(1) });

const purposes = parseCatalog(FILE, Purpose, raw.purposes, "id");

const Entry = z
  .strictObject({
    id: z.string().min(1),
    label: z.string().min(1),
    tokens: z
      .array(
        z
          .string()
          .min(1)
          .refine((token) => token === token.toLowerCase(), "is not lower case"),
      )
      .min(1),
    operator: z.string().nullable(),
    providerId: ProviderId.nullable(),
    purpose: idAmong(purposes, "is not a purpose of the catalog"),
    obeysRobotsTxt: z.enum(["yes", "no", "depends"]).nullable(),
    isCrawler: z.boolean(),
    isMatched: z.boolean(),
    docUrl: WebAddress.nullable(),
    source_url: WebAddress,
  })
  .refine((entry) => entry.isCrawler || !entry.isMatched, { path: ["isMatched"], message: "a name of robots.txt never visits" })
  .refine((entry) => entry.providerId === null || entry.operator === providerName(entry.providerId), {
    path: ["operator"],
    message: "is not the name in the provider table",
  });

export type Crawler = z.output<typeof Entry>;

export const crawlers: readonly Crawler[] = parseCatalog(FILE, Entry, raw.entries, "id");

export const providerOfBot: ReadonlyMap<string, string> = new Map(
  crawlers.flatMap(({ label, providerId }) => (providerId === null ? [] : [[label, providerId] as const])),
);
