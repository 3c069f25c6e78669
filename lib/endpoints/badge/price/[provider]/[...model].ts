import { z } from "zod";
import { providerParam } from "@/lib/catalogs/name-params";
import { drawBadge, type Badge } from "@/lib/domain/badges/draw-badge";
import { utcDay } from "@/lib/domain/basics/date-range";
import { hasEnded, lifeOf } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { formatPrice } from "@/lib/domain/pages/format";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { listingsOf } from "@/lib/loaders/models/all-listings";
import { BADGE_SECONDS, SVG_TYPE, svgFileParam } from "@/lib/schemas/badge";
import { UNKNOWN_NAME } from "@/lib/schemas/params";

/** Input and output; a price that is not published is unknown, and never 0. */
function priceBadgeOf(listing: ModelListing, today: string): Badge {
  const { name, inputPrice, outputPrice, deprecationDate } = listing;
  const label = modelLabel(name);
  const life = lifeOf(listing, today);
  if (hasEnded(life)) return { label, value: deprecationDate === null ? life : `${life}, ${deprecationDate}`, tone: "unknown" };
  if (inputPrice === null && outputPrice === null) return { label, value: "price unknown", tone: "unknown" };
  const [input, output] = [inputPrice, outputPrice].map((price) => (price === null ? "unknown" : formatPrice(price)));
  return { label, value: `${input} in, ${output} out per 1M tokens`, tone: "plain" };
}

export const priceBadge = defineEndpoint({
  method: "GET",
  path: "/api/badge/price/[provider]/[...model]",
  tag: "Badges",
  summary: "Price badge of a model: what its tokens cost now, as an SVG picture for a page or a README",
  description:
    "Input and output price in USD per 1M tokens at this provider, in light or dark as the reader's theme is. A price that is not published is unknown, never 0; a model that is sold no more is not offered. The id of a model may have slashes.",
  access: free(),
  reads: ["models"],
  maxAgeSeconds: BADGE_SECONDS,
  params: z.object({
    provider: providerParam().meta({ description: "The provider that lists the model, by id or name" }),
    model: svgFileParam("the id of a model of the provider, and .svg").meta({
      description: "Id of the model, as /api/models has it, with the extension .svg",
    }),
  }),
  produces: SVG_TYPE,
  response: z.string(),
  errors: { ...UNKNOWN_NAME, model_not_found: z.object({}) },
  example: { params: { provider: "anthropic", model: "claude-opus-4-5.svg" } },
}).handle(async ({ params: { provider, model: id }, db, now }) => {
  const listing = (await listingsOf(db, provider)).find(({ modelId }) => modelId.toLowerCase() === id.toLowerCase());
  if (!listing) throw new ApiError("model_not_found", "This provider lists no model of this id.");
  return drawBadge(priceBadgeOf(listing, utcDay(now)));
});
