/** Marks a test that `npm run test:long` runs in place of `npm test`: its kind is covered there by another test. */
export const LONG = { tag: "@long" } as const;

const isLong = process.env.TEST_TIER === "long";

/** Which tests this run is of. */
export const TIER = isLong ? { grep: new RegExp(LONG.tag) } : { grepInvert: new RegExp(LONG.tag) };
