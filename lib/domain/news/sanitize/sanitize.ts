import { replaceEncoded } from "./decode-blobs";
import { flattenMarkup, REMOVED } from "./markup";
import { removeInstructions } from "./remove-instructions";
import { stripInvisible } from "./fold-text";
import { BLOCKED_TOKEN, replaceTemplateTokens } from "./template-tokens";

export const TITLE_LIMIT = 300;
export const SNIPPET_LIMIT = 800;
const LABEL_LIMIT = 120;

/** Bounds the work on any input; nothing longer is kept. */
const READ_LIMIT = 6000;
const PASSES = 4;

const tidy = (text: string): string =>
  text
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\[content removed\](?:[\s.]{0,3}\[content removed\])+/g, REMOVED)
    .trim();

function cap(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  return `${(/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()}…`;
}

interface TextKind {
  limit: number;
  isLine: boolean;
  isReport?: boolean;
}

function pass(text: string, { limit, isLine, isReport = false }: TextKind): string {
  const seen = stripInvisible(text);
  const visible = tidy(isLine ? seen.replace(/\n+/g, " ") : seen);
  const flat = replaceEncoded(flattenMarkup(replaceTemplateTokens(visible)), REMOVED);
  return cap(tidy(removeInstructions(flat, isReport)), limit);
}

/** Makes text from outside safe for a reader that follows instructions. Idempotent. */
function sanitize(value: unknown, kind: TextKind): string {
  if (typeof value !== "string" || value === "") return "";
  let text = value.length > READ_LIMIT ? value.slice(0, READ_LIMIT) : value;
  for (let round = 0; round < PASSES; round += 1) {
    const next = pass(text, kind);
    if (next === text) return text;
    text = next;
  }
  return pass(text, kind) === text ? text : REMOVED;
}

export const sanitizeTitle = (value: unknown): string => sanitize(value, { limit: TITLE_LIMIT, isLine: true });
export const sanitizeSnippet = (value: unknown): string => sanitize(value, { limit: SNIPPET_LIMIT, isLine: false });
export const sanitizeReport = (value: unknown): string => sanitize(value, { limit: SNIPPET_LIMIT, isLine: false, isReport: true });
/** An identifier that ends in a date: its digits are not leetspeak. */
const DATED_NAME = /^([\w.:/-]{1,100})-\d{4}-\d\d-\d\d$/;

export function sanitizeLabel(value: unknown): string {
  const kind: TextKind = { limit: LABEL_LIMIT, isLine: true };
  const name = typeof value === "string" ? DATED_NAME.exec(value)?.[1] : undefined;
  if (name !== undefined && sanitize(name, kind) === name) return value as string;
  return sanitize(value, kind);
}

export const isMarkedText = (text: string): boolean => text.includes(REMOVED) || text.includes(BLOCKED_TOKEN);
