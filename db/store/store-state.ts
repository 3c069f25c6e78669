import { processState } from "@/lib/config/process-state.mjs";
import { describeError } from "@/lib/config/log";
import { causesOf, codeOf, STORE_AWAY } from "../client";

const state = processState<{ awaySince: number | null }>("store", () => ({ awaySince: null }));

export const storeState = (): { awaySince: number | null } => state;

/** True while the database of this process is known not to answer: every statement is then refused at once. */
export const isStoreAway = (): boolean => state.awaySince !== null;

export class StoreAwayError extends Error {
  readonly code = STORE_AWAY;
  constructor() {
    super("the database does not answer; it is asked again every half second");
    this.name = "StoreAwayError";
  }
}

/** True for a statement that was refused because the store is known to be away, which was logged once when it went. */
export const isRefusedByBreaker = (error: unknown): boolean => [...causesOf(error)].some((one) => codeOf(one) === STORE_AWAY);

/** For the log. What a refused statement was, and where it came from, says nothing of an outage. */
export const describeFailure = (error: unknown): string => (isRefusedByBreaker(error) ? "the database is away" : describeError(error));
