import { z } from "zod";
import type { Db } from "@/db/client";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { findServices, servicesOf } from "@/lib/catalogs/find-services";
import { servicesParam } from "@/lib/catalogs/name-params";
import type { StatusPage } from "@/lib/catalogs/status-pages";
import { datasets } from "@/lib/datasets";
import { utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { hasEnded, lifeNotes, lifeOf } from "@/lib/domain/models/model-life";
import type { Asked, CheckedItem } from "@/lib/domain/status/checked-item";
import { currentState } from "@/lib/domain/status/current-states";
import { isKnown } from "@/lib/domain/status/service-state";
import { listServices } from "@/lib/domain/status/status-list";
import { judge, verdictOf } from "@/lib/domain/status/verdict";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { matchListings } from "@/lib/loaders/models/match-listings";
import { openIncidents, providerProbe } from "@/lib/loaders/status/check-evidence";
import { statusServices } from "@/lib/loaders/status/provider-states";
import { matchNoteOf, toUnmatched } from "@/lib/schemas/models/matched-model";
import { listParam, UNKNOWN_NAME } from "@/lib/schemas/params";
import { ServiceStatus } from "@/lib/schemas/status";
import { CHECK_REASON_WORDS, CheckedModels, CheckedService } from "@/lib/schemas/status-check";
import { toService } from "../status";

/** Names of one call. */
export const MOST_CHECKED = 20;

/** The meaning of a name: a service, or a provider none of whose services is followed. */
interface Meant {
  asked: string;
  provider: string;
  page: StatusPage | null;
}

const meantBy = (asked: string, provider: string, pages: readonly StatusPage[]): Meant[] =>
  pages.length === 0 ? [{ asked, provider, page: null }] : pages.map((page) => ({ asked, provider: page.provider, page }));

function meantByService(asked: string): Meant[] {
  const { provider, pages } = findServices(asked);
  return meantBy(asked, provider ?? asked, pages);
}

async function checkPage(db: Db, page: StatusPage, now: Date): Promise<Omit<CheckedService, "asked" | "probe" | "disagree">> {
  const [listed] = listServices([page], [...(await statusServices(db)).values()]);
  const service = toService(listed ?? { page, now: null }, now);
  const { state } = currentState(service, datasets.provider_status.cadenceSeconds, now);
  const open = isKnown(state) && state !== "operational" ? (await openIncidents(db)).get(page.name) : undefined;
  return {
    name: service.name,
    provider: service.provider,
    status: state,
    reason: state === "unknown" ? (service.reason ?? "stale") : null,
    since: open?.startedAt ?? null,
    incident: open ? { title: open.title, started_before: open.started_before } : null,
    maintenance: state !== "unknown" && service.maintenance,
    openEvents: state === "unknown" ? [] : service.openEvents,
    page: { status: state, checkedAt: service.lastChecked, url: service.statusPageUrl },
  };
}

const NOT_FOLLOWED = { status: "unknown", reason: "not_followed", since: null, incident: null, maintenance: false, page: null } as const;

async function checkService(db: Db, meant: readonly [Meant, ...Meant[]], now: Date): Promise<CheckedService> {
  const [{ page, provider }] = meant;
  const found = page ? await checkPage(db, page, now) : { name: providerName(provider), provider, ...NOT_FOLLOWED, openEvents: [] };
  const probe = await providerProbe(db, provider, now);
  return { asked: meant.map(({ asked }) => asked), ...found, ...judge(found.status, probe?.says ?? null), probe };
}

function toItem({ name, status, page, reason, since, incident, maintenance, probe, openEvents }: CheckedService): CheckedItem {
  return {
    name,
    status,
    page: page?.status ?? "unknown",
    reason: reason && CHECK_REASON_WORDS[reason],
    since: since === null ? null : { at: since, isEarlier: incident?.started_before === true },
    title: incident?.title ?? null,
    probe,
    maintenance,
    regions: openEvents.map(({ component, status: state }) => ({ name: component, state })),
  };
}

interface Named extends Asked {
  meant: Meant[];
  models: CheckedModels;
}

/** A model is served by the services of its listing's seller. */
async function namedModels(db: Db, names: readonly string[], now: Date): Promise<Named> {
  const today = utcDay(now);
  const matches = await matchListings(db, names);
  const listed = matches.filter((match) => match.listing !== null);
  return {
    meant: listed.flatMap(({ query, listing }) => meantBy(query, listing.providerId, servicesOf(listing.providerId))),
    unmatched: matches.length - listed.length,
    ended: listed
      .filter(({ listing }) => hasEnded(lifeOf(listing, today)))
      .map(({ listing }) => `${listing.providerId}/${listing.modelId}`),
    models: matches.map((match) => {
      if (match.listing === null) return toUnmatched(match);
      const { query, listing, notes } = match;
      const { providerId, modelId } = listing;
      const note = matchNoteOf(notes);
      const ends = lifeNotes([listing], today);
      return { matched: true as const, query, id: `${providerId}/${modelId}`, provider: providerId, match_note: note, notes: ends };
    }),
  };
}

const namedServices = (names: readonly string[]): Named => ({
  meant: names.flatMap(meantByService),
  unmatched: 0,
  ended: [],
  models: null,
});

const query = z.object({
  services: servicesParam(MOST_CHECKED).optional().describe(`Up to ${MOST_CHECKED}, by id or name`),
  models: listParam({ max: MOST_CHECKED })
    .optional()
    .meta({
      accepts: `1 to ${MOST_CHECKED} names`,
      description: `Up to ${MOST_CHECKED} models in their place, by id or name`,
      "x-instead-of": "services",
    }),
});

function requireOne({ services, models }: z.output<typeof query>): void {
  if (services !== undefined && models !== undefined) {
    throw new ApiError("invalid_parameter", "`services` and `models` were both given; give one of them.", {
      parameter: "models",
      accepted: "`services` or `models`, not both",
    });
  }
  if (services === undefined && models === undefined) {
    throw new ApiError("missing_required_params", `\`services\` or \`models\` is required: 1 to ${MOST_CHECKED} names.`, {
      missing: ["services"],
    });
  }
}

export const statusCheck = defineEndpoint({
  method: "GET",
  path: "/api/status/check",
  tag: "Status",
  summary: "Status check of named services or models: is it me or them?",
  description:
    "Sets what each provider's page says beside what our own probe of its API saw, and says whether a failed call is their fault or that of your network. Unknown is never operational. Takes either parameter, not both.",
  access: free(),
  reads: ["provider_status", "probe", "models"],
  maxAgeSeconds: 30,
  // A state and a probe are current for so long only, whether or not anything new was read.
  isPrepared: false,
  query,
  checkQuery: requireOne,
  response: z.strictObject({
    verdict: z.string().describe("In one sentence"),
    status: ServiceStatus.describe("The worst of all that was named; unknown where a name means no one model"),
    likely: z.enum(["them", "you", "unclear"]).describe("Whose fault a failed call probably is"),
    troubled: z.array(z.string()).describe("Names of the asked services or models that are degraded or down"),
    items: z.array(CheckedService),
    models: CheckedModels,
  }),
  errors: { ...UNKNOWN_NAME, missing_required_params: z.object({ missing: z.array(z.string()).describe("Give it, or `models`") }) },
  example: { query: { services: "openai,anthropic" } },
}).handle(async ({ query: { services = [], models }, db, now }) => {
  const named = models === undefined ? namedServices(services) : await namedModels(db, models, now);
  const groups = groupBy(named.meant, ({ page, provider }) => page?.id ?? `provider ${provider}`);
  const items = await Promise.all([...groups.values()].map(async (meant) => checkService(db, meant as [Meant, ...Meant[]], now)));
  const { sentence, ...verdict } = verdictOf(items.map(toItem), named, now);
  return { verdict: sentence, ...verdict, items, models: named.models };
});
