import { z } from "zod";
import { providerParam } from "@/lib/catalogs/name-params";
import { EMBED_PATHS, EMBED_POLICY } from "@/lib/domain/badges/embed-path";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { pictureFrame } from "@/lib/pictures/picture-frame";
import { readMapPicture, readPricePicture } from "@/lib/pictures/read-picture";
import { textParam, UNKNOWN_NAME } from "@/lib/schemas/params";
import { FrameQuery, PICTURE_SECONDS } from "@/lib/schemas/picture";

const FRAME = {
  method: "GET",
  tag: "Badges",
  access: free(),
  maxAgeSeconds: PICTURE_SECONDS,
  query: FrameQuery,
  produces: "text/html",
  headers: { "Content-Security-Policy": EMBED_POLICY, "Referrer-Policy": "no-referrer" },
  response: z.string(),
} as const;

export const mapEmbed = defineEndpoint({
  ...FRAME,
  path: EMBED_PATHS.map,
  summary: "Embed for other sites: a page to frame, with the map of what models can do and cost",
  description:
    "The picture of /api/picture/map.svg with a narrow drawing for phones and a link. Has no script and sets no cookie; any site may frame it.",
  reads: ["models", "benchmarks"],
}).handle(async ({ query, ...told }) => pictureFrame(await readMapPicture(told), query));

export const priceEmbed = defineEndpoint({
  ...FRAME,
  path: EMBED_PATHS.price,
  summary:
    "Embed for articles and pages of other sites: a small page to frame, with the course of the price of one model over the last days",
  description:
    "The picture of /api/picture/price/{provider}/{model}.svg with a narrow drawing for phones and a link. Has no script and sets no cookie; any site may frame it.",
  reads: ["history", "models"],
  params: z.object({
    provider: providerParam().meta({ description: "The provider that lists the model, by id or name" }),
    model: textParam(200).meta({ description: "Id of the model, as /api/models has it; it may have slashes" }),
  }),
  errors: { ...UNKNOWN_NAME, model_not_found: z.object({}) },
  example: { params: { provider: "anthropic", model: "claude-opus-4-5" } },
}).handle(async ({ params, query, ...told }) => pictureFrame(await readPricePicture(told, params), query));
