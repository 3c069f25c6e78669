import { z } from "zod";
import { providerParam } from "@/lib/catalogs/name-params";
import { EMBED_POLICY, PICTURE_PATHS } from "@/lib/domain/badges/embed-path";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { pictureSvg } from "@/lib/pictures/picture";
import { readPricePicture } from "@/lib/pictures/read-picture";
import { SVG_TYPE, svgFileParam } from "@/lib/schemas/badge";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { PICTURE_SECONDS, PictureQuery } from "@/lib/schemas/picture";

export const priceImage = defineEndpoint({
  method: "GET",
  path: PICTURE_PATHS.price,
  tag: "Badges",
  summary: "Picture as SVG for articles and pages of other sites: the course of the price of one model over the last days",
  description:
    "Input, output and blended price of the last 7 days in USD per 1M tokens at this provider, as the model's page draws them. A day without a snapshot is a gap. Names its source and its day, has no script and loads nothing. The id of a model may have slashes. /embed/price/{provider}/{model} is the same for frames.",
  access: free(),
  reads: ["history", "models"],
  maxAgeSeconds: PICTURE_SECONDS,
  params: z.object({
    provider: providerParam().meta({ description: "The provider that lists the model, by id or name" }),
    model: svgFileParam("the id of a model of the provider, and .svg").meta({
      description: "Id of the model, as /api/models has it, with the extension .svg",
    }),
  }),
  query: PictureQuery,
  produces: SVG_TYPE,
  headers: { "Content-Security-Policy": EMBED_POLICY },
  response: z.string(),
  errors: { ...UNKNOWN_NAME, model_not_found: z.object({}) },
  example: { params: { provider: "anthropic", model: "claude-opus-4-5.svg" } },
}).handle(async ({ params, query, ...told }) => pictureSvg(await readPricePicture(told, params), { theme: query.theme, size: query.size }));
