// Written as escapes: these characters do not show in an editor.
const LINE_SEPARATORS = /\r\n?|[\u0085\u2028\u2029]/g;
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Controls, zero-width and bidi marks, fillers, variation selectors, tag characters, noncharacters. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const LONE_SURROGATES = /[\ud800-\udfff]/gu;

/** What a reader cannot see, a model still reads. */
export function stripInvisible(text: string): string {
  return text.replace(LINE_SEPARATORS, "\n").replace(ODD_SPACES, " ").replace(INVISIBLE, "").replace(LONE_SURROGATES, "");
}
