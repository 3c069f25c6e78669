import { z } from "zod";
import { utcDay } from "@/lib/domain/basics/date-range";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { selectRetirements } from "@/lib/loaders/models/listed-retirements";
import { listRetirementSources } from "@/lib/loaders/models/retirement-sources";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { Retirement } from "@/lib/schemas/models/retirement";
import { retirementQuery } from "./retirement-query";

const NOTES = [
  "A row is a model at a host: the same model may end elsewhere on another day.",
  "The host's own page decides where sources disagree; `said` has what each of them says.",
  "`earliest` is a promise to answer until that day, which may move.",
];

export const retirements = defineEndpoint({
  method: "GET",
  path: "/api/models/retirements",
  tag: "Models",
  summary: "Retirements: which models end at which host, when, and what their hosts name instead",
  description:
    "Read daily from the hosts' own pages and lists, from copies of these, and from price lists. What has ended is listed with `include=past`, or where it is named in `models`. Also as a calendar at /api/models/retirements.ics, as feeds at /api/models/retirements.xml and /api/models/retirements.json, and in the model-eol format at /.well-known/model-eol.json.",
  access: free(),
  reads: ["retirements", "models"],
  maxAgeSeconds: 3600,
  query: retirementQuery,
  response: z.strictObject({
    today: z.iso.date().describe("UTC day by which states and days are counted"),
    count: z.int(),
    retirements: z.array(Retirement).describe("The next end first, ends without a day last"),
    asked: z
      .array(
        z.strictObject({
          query: z.string(),
          found: z.array(z.string()).describe("`host/model` of the model that the name means"),
          note: z.string().nullable().describe("Why nothing is listed for it"),
        }),
      )
      .describe("What became of each of `models`; empty where none were given"),
    sources: z.array(
      z.strictObject({
        key: z.string(),
        name: z.string(),
        url: z.string().nullable(),
        license: z.string(),
        last_read_at: z.iso.datetime().nullable().describe("Last whole reading; null for copies of the release, and where none was"),
        fault: z.string().nullable().describe("Why the newest reading was refused; what was read before is kept"),
      }),
    ),
    notes: z.array(z.string()),
  }),
  csv: ({ retirements: rows }) => ({
    columns: [
      "host",
      "model",
      "provider",
      "state",
      "announced_on",
      "retires_on",
      "precision",
      "days_left",
      "replacement",
      "options",
      "source",
      "source_url",
    ],
    rows: rows.map((row) => [
      row.host,
      row.model,
      row.provider,
      row.state,
      row.announced_on,
      row.retires_on,
      row.precision,
      row.days_left,
      row.replacement,
      row.options.join(" "),
      row.source,
      row.source_url,
    ]),
  }),
  errors: UNKNOWN_NAME,
  example: { query: { host: "openai", within_days: "365" } },
}).handle(async ({ query, db, now }) => {
  await ensureFreshVersions(db);
  const { asked, retirements: rows } = await selectRetirements(db, query, now);
  return { today: utcDay(now), count: rows.length, retirements: rows, asked, sources: await listRetirementSources(db), notes: NOTES };
});
