// tests/tsconfig.json includes only imported files, and nothing imports a .d.ts file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./html-to-text.d.ts" />
import { decodeHTML } from "entities";
import { compile } from "html-to-text";

/** Enough for any snippet; the rest of a long article body is ignored. */
const MAX_HTML = 4000;

const BLOCKS = "p div section article blockquote li ul ol tr td th table h1 h2 h3 h4 h5 h6 figure header footer pre".split(" ");
const HIDDEN = [
  ..."img script style noscript template svg math iframe video audio object form figcaption".split(" "),
  "[hidden]",
  '[aria-hidden="true"]',
  '[style*="display:none"]',
  '[style*="display: none"]',
  '[style*="visibility:hidden"]',
  '[style*="font-size:0"]',
];

const toText = compile({
  wordwrap: false,
  decodeEntities: true,
  limits: { maxDepth: 40, maxChildNodes: 400, maxInputLength: MAX_HTML, ellipsis: "" },
  selectors: [
    { selector: "*", format: "inline" },
    ...BLOCKS.map((selector) => ({ selector, format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } })),
    { selector: "br", format: "lineBreak" },
    { selector: "a", format: "inline" },
    ...HIDDEN.map((selector) => ({ selector, format: "skip" })),
  ],
});

const ENTITY = /&(?:#\d|#x[\da-f]|[a-z]{2,8};)/i;

/** Visible text of a title or body; hidden elements are dropped. */
export function plainText(html: string): string {
  const cut = html.length > MAX_HTML ? html.slice(0, MAX_HTML) : html;
  const text = /<[a-z!/]/i.test(cut) ? toText(cut) : cut;
  // Some feeds escape twice, so entities left after the first decoding are decoded again.
  return (ENTITY.test(text) ? decodeHTML(text) : text).replace(/\s+/g, " ").trim();
}
