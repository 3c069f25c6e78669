import type { Db } from "@/db/client";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { deltaPct, roundTo } from "@/lib/domain/basics/arithmetic";
import { dateOfDay, utcDay } from "@/lib/domain/basics/date-range";
import { compareText } from "@/lib/domain/basics/text";
import type { PricePair } from "@/lib/domain/history/changes/change-event";
import { modelMove, rankMoves, referenceOf, type ModelMove as Move, type MoveOrder } from "@/lib/domain/history/courses/model-moves";
import { moveOf, moveWindow, turnsOf, type CourseMove, type CourseTurn, type MoveWindow } from "@/lib/domain/history/courses/price-move";
import { modelLabel } from "@/lib/domain/models/model-label";
import { isOffered } from "@/lib/domain/models/model-life";
import { blendedOrNull, listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import type { ModelMove, PriceTurn } from "@/lib/schemas/history/price-move";
import { cachePerKey } from "../freshness/once-per-version";
import { listingsByKey } from "../models/all-listings";
import { sameListings } from "../models/same-listings";
import { priceCourses } from "./price-courses";

const MOST_OTHERS = 12;
/** More of them only repeat what a host lists for nothing. */
const MOST_TURNS = 30;

interface MoversAsked {
  days: number;
  /** Only this provider's listings. */
  provider?: string | undefined;
  /** Whether models count that only single sellers moved. */
  hasHosts: boolean;
  order: MoveOrder;
}

const blendedPct = (from: PricePair, to: PricePair): number | null =>
  deltaPct(blendedOrNull(from.input, from.output), blendedOrNull(to.input, to.output));

const toOther = (move: CourseMove): ModelMove["others"][number] => ({
  model_id: referenceOf(move),
  provider: providerName(move.course.providerId),
  from: move.from,
  to: move.to,
  change_pct: blendedPct(move.from, move.to),
});

const toModelMove = ({ lead, movedBy, sellers, moved, others }: Move): ModelMove => ({
  model: modelLabel(lead.course.name),
  ...toOther(lead),
  input_pct: deltaPct(lead.from.input, lead.to.input),
  output_pct: deltaPct(lead.from.output, lead.to.output),
  changes: lead.changes,
  volatility: lead.volatility === null ? null : roundTo(lead.volatility, 6),
  changed_on: dateOfDay(lead.changedOn),
  compared_from: dateOfDay(lead.comparedFrom),
  compared_days: lead.comparedDays,
  short_because: lead.shortBecause,
  source: lead.source,
  moved_by: movedBy,
  sellers,
  moved,
  others: others.slice(0, MOST_OTHERS).map(toOther),
});

const toPriceTurn = ({ course: { name, providerId, modelId }, turn, from, to, on }: CourseTurn): PriceTurn[] =>
  turn === "correction"
    ? []
    : [
        {
          model: modelLabel(name),
          model_id: `${providerId}/${modelId}`,
          provider: providerName(providerId),
          kind: turn,
          on: dateOfDay(on),
          from,
          to,
        },
      ];

/** What happened in a window to listings that are still sold. Everybody shares it: never change it. */
interface Listed {
  moves: ReadonlyMap<ModelListing, CourseMove>;
  turns: readonly { listing: ModelListing; turn: CourseTurn }[];
}

/** Windows that are held: those of the page, the feed and the tools, and some that callers choose. */
const MOST_WINDOWS = 8;
const windows = cachePerKey<Listed>(["history", "models"], MOST_WINDOWS);

const movesIn = (db: Db, window: MoveWindow, today: string): Promise<Listed> =>
  windows(db, `${today} ${window.from}`, async () => {
    const [{ moved }, listings] = [await priceCourses(db), await listingsByKey(db)];
    const offered = moved.flatMap((course) => {
      const listing = listings.get(listingKey(course));
      return listing && isOffered(listing, today) ? [{ course: { ...course, name: listing.name }, listing }] : [];
    });
    return {
      moves: new Map(
        offered.flatMap(({ course, listing }) => {
          const move = moveOf(course, window);
          return move ? [[listing, move] as const] : [];
        }),
      ),
      turns: offered.flatMap(({ course, listing }) => turnsOf(course, window).map((turn) => ({ listing, turn }))),
    };
  });

const hasPrice = ({ inputPrice, outputPrice }: ModelListing): boolean => (blendedOrNull(inputPrice, outputPrice) ?? 0) > 0;

/** The move of each model of which a listing moved. */
async function modelMoves(db: Db, moves: Listed["moves"], isWanted: (listing: ModelListing) => boolean): Promise<Move[]> {
  const models = await sameListings(db);
  const groups = new Set([...moves.keys()].map((listing) => models.get(listing) ?? [listing]));
  return [...groups].flatMap((group) => {
    const sellers = group.filter((listing) => hasPrice(listing) && isWanted(listing));
    return modelMove(sellers.map((listing) => ({ isMakers: listing.isMakersListing, move: moves.get(listing) ?? null }))) ?? [];
  });
}

const newestFirst = (left: CourseTurn, right: CourseTurn): number =>
  right.on - left.on ||
  compareText(left.course.providerId, right.course.providerId) ||
  compareText(left.course.modelId, right.course.modelId);

/** Models by the moves of their prices, with what is left out; null where no day was captured. */
export async function rankedMoves(db: Db, { days, provider, hasHosts, order }: MoversAsked, now: Date) {
  const window = moveWindow((await priceCourses(db)).days, days);
  if (!window) return null;
  const today = utcDay(now);
  const isWanted = (listing: ModelListing): boolean =>
    isOffered(listing, today) && (provider === undefined || listing.providerId === provider);
  const { moves, turns: all } = await movesIn(db, window, today);
  const turns = all.filter(({ listing }) => isWanted(listing));
  const found = rankMoves(await modelMoves(db, moves, isWanted), order);
  const isAny = hasHosts || provider !== undefined;
  return {
    window,
    shown: found.filter(({ movedBy }) => isAny || movedBy !== "seller"),
    found: found.length,
    turns: turns.map(({ turn }) => turn),
    shownTurns: turns.filter(({ listing }) => isAny || listing.isMakersListing).map(({ turn }) => turn),
  };
}

/** The answer to who moved most; null where no day was captured. */
export async function findMovers(db: Db, asked: MoversAsked, limit: number, now: Date) {
  const ranked = await rankedMoves(db, asked, now);
  if (!ranked) return null;
  const { window, shown, found, turns, shownTurns } = ranked;
  return {
    window: {
      days: asked.days,
      from: dateOfDay(window.from),
      to: dateOfDay(window.to),
      captured_days: window.days.filter((day) => day >= window.from).length,
      is_whole: window.isWhole,
    },
    total: shown.length,
    movers: shown.slice(0, limit).map(toModelMove),
    zero_prices: shownTurns.toSorted(newestFirst).flatMap(toPriceTurn).slice(0, MOST_TURNS),
    left_out: {
      corrections: turns.filter(({ turn }) => turn === "correction").length,
      single_sellers: found - shown.length,
    },
  };
}
