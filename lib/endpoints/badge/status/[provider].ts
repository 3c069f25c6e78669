import { z } from "zod";
import { findServices } from "@/lib/catalogs/find-services";
import { closestServices, isServiceName } from "@/lib/catalogs/name-params";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { datasets } from "@/lib/datasets";
import { drawBadge, type Tone } from "@/lib/domain/badges/draw-badge";
import { isTrusted } from "@/lib/domain/status/current-states";
import { worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { statusServices } from "@/lib/loaders/status/provider-states";
import { BADGE_SECONDS, SVG_TYPE, svgFileParam } from "@/lib/schemas/badge";

const TONES: Record<ServiceState, Tone> = { operational: "ok", degraded: "warn", down: "bad", unknown: "unknown" };

export const statusBadge = defineEndpoint({
  method: "GET",
  path: "/api/badge/status/[provider]",
  tag: "Badges",
  summary: "Status badge of a provider: its state now, as an SVG picture for a page or a README",
  description:
    "The worst state of the provider's services, in light or dark as the reader's theme is. Without a status page, or without a recent check, the state is unknown, never operational.",
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: BADGE_SECONDS,
  // A state is current for so long only, whether or not anything new was read.
  isPrepared: false,
  params: z.object({
    provider: svgFileParam("the id or name of a provider or of one of its services, and .svg").meta({
      description: "A provider by id or name, or one of its services, with the extension .svg",
    }),
  }),
  produces: SVG_TYPE,
  response: z.string(),
  errors: {
    provider_not_found: z.object({ candidates: z.array(z.string()).describe("Ids of providers with a similar name, best first") }),
  },
  example: { params: { provider: "anthropic.svg" } },
}).handle(async ({ params: { provider: name }, db, now }) => {
  if (!isServiceName(name)) throw new ApiError("provider_not_found", "No provider has this name.", { candidates: closestServices(name) });
  const { provider, pages } = findServices(name);
  const rows = await statusServices(db);
  const states = pages.map(({ id }): ServiceState => {
    const row = rows.get(id);
    return row && isTrusted(row.checkedAt?.toISOString() ?? null, datasets.provider_status.cadenceSeconds, now) ? row.state : "unknown";
  });
  const value = worstState(states);
  const label = provider === null ? (pages[0]?.name ?? name) : providerName(provider);
  return drawBadge({ label, value, tone: TONES[value] });
});
