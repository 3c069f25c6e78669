import { z } from "zod";
import { EOL_ID, EOL_PRECISIONS, EOL_STATUSES, eolModels, MODEL_EOL_SPEC } from "@/lib/domain/models/retirements/model-eol";
import { defineEndpoint, freeDocument } from "@/lib/http/endpoint";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { selectRetirements } from "@/lib/loaders/models/listed-retirements";

const clock = {
  announced: z.iso.date().optional(),
  shutdown: z.iso.date().optional(),
  date_precision: z.enum(EOL_PRECISIONS).optional().describe("Left out for the stated day"),
  source: z.string().optional(),
};

const EolModel = z
  .strictObject({
    id: z.string(),
    ...clock,
    replacement: z.string().regex(EOL_ID).optional(),
    replacement_options: z.array(z.string().regex(EOL_ID)).min(1).optional(),
    distributions: z
      .array(z.strictObject({ via: z.string(), status: z.enum(EOL_STATUSES), ...clock }))
      .optional()
      .describe("The same model at other hosts, each on a clock of its own"),
  })
  .meta({ id: "EolModel" });

export const modelEol = defineEndpoint({
  method: "GET",
  path: "/.well-known/model-eol.json",
  tag: "Models",
  summary: "When models end, in the model-eol format, for tools that check what a repository uses, as JSON",
  description: "All that /api/models/retirements has, past ends too. The format is described at https://github.com/thossullivan/model-eol.",
  access: freeDocument(),
  reads: ["retirements", "models"],
  maxAgeSeconds: 3600,
  isEnveloped: false,
  response: z.strictObject({
    spec: z.literal(MODEL_EOL_SPEC),
    publisher: z.string(),
    generated: z.iso.datetime(),
    source: z.url(),
    models: z.array(EolModel),
  }),
}).handle(async ({ db, now, baseUrl, siteName }) => {
  await ensureFreshVersions(db);
  const { retirements } = await selectRetirements(db, { include: "past" }, now);
  return {
    spec: MODEL_EOL_SPEC as typeof MODEL_EOL_SPEC,
    publisher: siteName,
    generated: ((await recentCapture(db, "retirements", now)) ?? now).toISOString(),
    source: `${baseUrl}/models/retirements`,
    models: eolModels(retirements),
  };
});
