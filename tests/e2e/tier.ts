/** `npm run test:long` sets it: that tier runs every test, and looks more often. */
export const isLong = process.env.TEST_TIER === "long";

/** Marks a test of the long tier alone: in `npm test` another test stands for its kind. */
export const LONG = { tag: "@long" } as const;

/** Which tests this run is of. */
export const TIER = isLong ? {} : { grepInvert: new RegExp(LONG.tag) };
