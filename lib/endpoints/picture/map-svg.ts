import { z } from "zod";
import { EMBED_POLICY, PICTURE_PATHS } from "@/lib/domain/badges/embed-path";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { pictureSvg } from "@/lib/pictures/picture";
import { readMapPicture } from "@/lib/pictures/read-picture";
import { SVG_TYPE } from "@/lib/schemas/badge";
import { PICTURE_SECONDS, PictureQuery } from "@/lib/schemas/picture";

export const mapImage = defineEndpoint({
  method: "GET",
  path: PICTURE_PATHS.map,
  tag: "Badges",
  summary: "Picture as SVG for articles and pages of other sites: the map of what models can do and cost",
  description:
    "The drawing of the page /models/map on its first axes: blended price per 1M tokens against ability, with the frontier of those that nothing cheaper beats. Names its source and its day, has no script and loads nothing. /embed/map is the same for frames.",
  access: free(),
  reads: ["models", "benchmarks"],
  maxAgeSeconds: PICTURE_SECONDS,
  query: PictureQuery,
  produces: SVG_TYPE,
  headers: { "Content-Security-Policy": EMBED_POLICY },
  response: z.string(),
  example: { query: { theme: "light" } },
}).handle(async ({ query, ...told }) => pictureSvg(await readMapPicture(told), { theme: query.theme, size: query.size }));
