/** Longest texts from outside, in characters. */
export const TITLE_LIMIT = 300;
export const SNIPPET_LIMIT = 800;
export const LABEL_LIMIT = 120;
