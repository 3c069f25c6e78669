import { compareText } from "../../basics/text";
import type { CourseMove } from "./price-move";

/** A listing of a model that is sold at a price, with its move in the window. */
export interface Seller {
  isMakers: boolean;
  move: CourseMove | null;
}

/** Whose price speaks for the model: its maker's, most of its sellers', or only one seller's. */
type MovedBy = "maker" | "sellers" | "seller";

export interface ModelMove {
  /** The listing whose figures stand for the model. */
  lead: CourseMove;
  movedBy: MovedBy;
  /** Listings of the model with a price, and how many of them moved. */
  sellers: number;
  moved: number;
  /** Moved listings beside the first, those that moved most first. */
  others: CourseMove[];
}

export const referenceOf = ({ course: { providerId, modelId } }: CourseMove): string => `${providerId}/${modelId}`;

const sizeOf = ({ logChange }: CourseMove): number => Math.abs(logChange);

/** The larger change first; the shorter id among equals, which is the alias of the dated ones. */
const compareMoves = (left: CourseMove, right: CourseMove): number =>
  sizeOf(right) - sizeOf(left) ||
  left.course.modelId.length - right.course.modelId.length ||
  compareText(referenceOf(left), referenceOf(right));

const isMove = (move: CourseMove | null): move is CourseMove => move !== null;

/** What most sellers did at least: the median. Of two middle changes it is the smaller one, or 0 where they go apart. */
function commonChange(changes: readonly number[]): number {
  const sorted = changes.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low * high <= 0) return 0;
  return Math.abs(low) < Math.abs(high) ? low : high;
}

interface Lead {
  lead: CourseMove;
  movedBy: MovedBy;
}

/** The maker's change speaks for the model, or else that of most sellers. Who kept the price counts as 0. */
function leadOf(sellers: readonly Seller[], moves: readonly CourseMove[]): Lead | null {
  const [largest] = moves;
  if (!largest) return null;
  const makers = sellers.filter(({ isMakers }) => isMakers);
  const [own] = makers.flatMap(({ move }) => move ?? []).toSorted(compareMoves);
  if (own) return { lead: own, movedBy: "maker" };
  const common = commonChange(sellers.map(({ move }) => move?.logChange ?? 0));
  if (makers.length > 0 || moves.length < 2 || common === 0) return { lead: largest, movedBy: "seller" };
  return { lead: moves.find(({ logChange }) => logChange === common) ?? largest, movedBy: "sellers" };
}

/** The one move of a model from those of its listings; null where none moved. A cut at many hosts and aliases stands once. */
export function modelMove(sellers: readonly Seller[]): ModelMove | null {
  const moves = sellers
    .map(({ move }) => move)
    .filter(isMove)
    .toSorted(compareMoves);
  const found = leadOf(sellers, moves);
  return found && { ...found, sellers: sellers.length, moved: moves.length, others: moves.filter((move) => move !== found.lead) };
}

export const MOVE_ORDERS = ["change", "changes", "volatility"] as const;
export type MoveOrder = (typeof MOVE_ORDERS)[number];

const KEYS: Readonly<Record<MoveOrder, (move: CourseMove) => number>> = {
  change: sizeOf,
  changes: ({ changes }) => changes,
  volatility: ({ volatility }) => volatility ?? -1,
};

const WEIGHT: Readonly<Record<MovedBy, number>> = { maker: 0, sellers: 1, seller: 2 };

/**
 * Models in the order that was asked for. Equal ones begin with the larger change, the maker's, and that at
 * the most sellers.
 */
export function rankMoves<Move extends ModelMove>(moves: readonly Move[], order: MoveOrder): Move[] {
  const keyOf = KEYS[order];
  return moves.toSorted(
    (left, right) =>
      keyOf(right.lead) - keyOf(left.lead) ||
      sizeOf(right.lead) - sizeOf(left.lead) ||
      WEIGHT[left.movedBy] - WEIGHT[right.movedBy] ||
      right.moved - left.moved ||
      compareText(referenceOf(left.lead), referenceOf(right.lead)),
  );
}
