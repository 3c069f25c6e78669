import { formatCount } from "../pages/format";

/** Tokens of a call as most are: a page read, a paragraph written. */
const TYPICAL_CALL = { input: 1000, output: 300 } as const;

export const TYPICAL_CALL_WORDS = `${formatCount(TYPICAL_CALL.input)} tokens in, ${TYPICAL_CALL.output} out`;

/** What a typical call costs, in USD, at prices per 1M tokens. Null where a price is not known. */
export const typicalCost = (input: number | null, output: number | null): number | null =>
  input === null || output === null ? null : (input * TYPICAL_CALL.input + output * TYPICAL_CALL.output) / 1_000_000;
