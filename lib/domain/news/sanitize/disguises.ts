/** Ways to hide words from a filter, with how often each also happens in honest text. */
const DISGUISES: readonly (readonly [sign: RegExp, innocent: number])[] = [
  [/\p{L}(?:<[^<>\n]{1,80}>)+\p{L}/gu, 1],
  [/\p{Script=Latin}[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+\p{Script=Latin}/gu, 3],
  [/\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/gu, 1],
  [/[Ａ-Ｚａ-ｚ]{4}/gu, 1],
  [/[\u{1d400}-\u{1d7ff}\u{24b6}-\u{24e9}\u{1f130}-\u{1f189}\u{1d00}-\u{1d2b}]{3}/gu, 1],
  [/\p{L}[\u0335-\u0338\u0489]/gu, 2],
  [/\p{L}-\n\p{L}/gu, 2],
  [/[\u{e0020}-\u{e007e}]{8}/gu, 0],
  // A feed's entities were decoded before: one of a letter that is still there was escaped twice.
  [/&(?:amp;)?#(?:x[46][1-9a-f]|x[57][0-9a]|6[5-9]|[78]\d|9[07-9]|1[01]\d|12[0-2]);|&(?:zwnj|zwj|shy);/giu, 0],
];

/** Whether words were written in a way that hides them: then less is enough to find an attack. */
export const isDisguised = (text: string): boolean => DISGUISES.some(([sign, innocent]) => (text.match(sign)?.length ?? 0) > innocent);
