import { processState } from "@/lib/config/process-state.mjs";
import { describeError } from "@/lib/config/log";
import { causesOf, codeOf, isUnusable, STORE_AWAY } from "../client";

const state = processState<{ awaySince: number | null }>("store", () => ({ awaySince: null }));

export const storeState = (): { awaySince: number | null } => state;

/** True while the store is known not to answer, when every statement is refused at once. */
export const isStoreAway = (): boolean => state.awaySince !== null;

export class StoreAwayError extends Error {
  readonly code = STORE_AWAY;
  constructor() {
    super("the database does not answer; it is asked again every half second");
    this.name = "StoreAwayError";
  }
}

/** True for a statement that was refused because the store is known to be away. The log said so once, when it went. */
export const isRefusedByBreaker = (error: unknown): boolean => [...causesOf(error)].some((one) => codeOf(one) === STORE_AWAY);

/** Too slow or locked: which statement it was tells why. */
const OF_A_STATEMENT = /^(57014|55P03|25P03)$/;

/** For the log. What a statement was that a database could not take, and where it came from, says nothing of an outage. */
export function describeFailure(error: unknown): string {
  if (isRefusedByBreaker(error)) return "the database is away";
  const causes = [...causesOf(error)];
  const isOutage = isUnusable(error) && !causes.some((one) => OF_A_STATEMENT.test(codeOf(one)));
  return isOutage ? (causes.at(-1)?.message ?? "the database is away") : describeError(error);
}
