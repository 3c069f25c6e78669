import { byEngine } from "./engine";
import { countFreeCall } from "./limits/count-request";

/** Counts what a page does for an address in the same limit as the calls of that address. Throws 429. */
export const countVisit = (address: string): Promise<Record<string, string>> => byEngine("countFreeCall", countFreeCall, [address]);
