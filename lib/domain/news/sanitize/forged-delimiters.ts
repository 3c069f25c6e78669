import { REMOVED } from "./marks";

/** Control tokens of chat templates, in any spelling that a tokenizer may accept. */
const TOKEN = String.raw`[<＜‹〈][|｜ǀ∣¦][^<>|｜\n]{1,40}[|｜ǀ∣¦][>＞›〉]|\[ ?/?(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS) ?\]|[<＜]{2} ?/?SYS ?[>＞]{2}|</?(?:start_of_turn|end_of_turn|im_start|im_end|endoftext|bos|eos)>`;

/** Names of the parts of a prompt. A text that writes one as a tag or a fence pretends to be the prompt's author. */
const PART =
  "(?:system|developer|assistant|user|human|admin|operator|instructions?|system[-_ ]?(?:prompt|message|reminder|instructions?)|prompt|tool_calls?|tool_use|tool_result|tool_response|function_calls?|function_results?|untrusted(?:[-_ ]\\w{1,20})?|user[-_]?(?:input|content|data)|search[-_]results?|documents?|article|context|override|important|thinking|assistant[-_]\\w{1,20})";

const TAG = new RegExp(`</?${PART}(?: [^<>\\n]{0,100})?/?>`, "gi");
const FENCE = new RegExp(
  `(?:^|(?<=[\\s.]))[=\\-*_#~<>+]{3,20} {0,3}(?:(?:begin|end|start|new|of|the|untrusted|trusted) ){0,3}${PART}(?: (?:override|content|message|prompt|data|instructions?|notice|update|input|output|mode|only|ends?|begins?|starts?)){0,3} {0,3}[=\\-*_#~<>+:]{2,20}`,
  "gi",
);
const BRACKET = new RegExp(
  `[\\[{]{1,2} ?/?(?:system|developer|assistant|admin|operator|override)(?:[ _-](?:message|prompt|override|note|notice|instructions?|mode|update|command|role|level))? ?[\\]}]{1,2}:?`,
  "gi",
);
const ROLE_OBJECT = /[{[]{1,2}\s?["'](?:role|author)["']\s?:\s?["'](?:system|developer|assistant|tool)["'][^{}]{0,500}(?:[}\]]{1,2}|$)/gi;
const END_OF_DATA = /\]\]>(?=\s{0,4}<)|<\/(?:description|item|content|entry|article|document|context)>/gi;

const anyToken = new RegExp(TOKEN, "gi");

/** In a name or a report of a vulnerability a forged delimiter alone is removed, never words around it. */
export const withoutControlTokens = (text: string): string => text.replace(anyToken, REMOVED);

interface Found {
  start: number;
  end: number;
}

/** Tags that readers discuss by name, as in "how to hide <tool_call>". They never write names of roles in brackets. */
const DISCUSSED =
  /^<(\/?)(tool_calls?|tool_use|tool_result|tool_response|function_calls?|function_results?|thinking|documents?|context|article|search[-_]results?)\/?>$/i;
/** Texts that a forger puts behind a tag: arguments, a call, a new line of its own. */
const CONTENT = /^\s*(?:[{[<`]|\n)/;

/** A tag is talked about, not used, inside a sentence that goes on in words without the closing tag. */
function isDiscussed(text: string, { start, end }: Found): boolean {
  const [, slash, name] = DISCUSSED.exec(text.slice(start, end)) ?? [];
  if (name === undefined) return false;
  const isPaired =
    slash === "/"
      ? text.slice(0, start).toLowerCase().includes(`<${name.toLowerCase()}>`)
      : text.slice(end).toLowerCase().includes(`</${name.toLowerCase()}>`);
  return !isPaired && !CONTENT.test(text.slice(end));
}

function foundIn(text: string): Found[] {
  const found: Found[] = [];
  for (const pattern of [anyToken, TAG, FENCE, BRACKET, ROLE_OBJECT, END_OF_DATA]) {
    for (const match of text.matchAll(pattern)) found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** Longest text between two forged delimiters that counts as a turn. A longer one is the text itself. */
const LONGEST_TURN = 300;

const sentenceAt = (text: string, start: number): string =>
  /^\s*[^\n]*?(?:[.!?](?=\s|$)|$)/m.exec(text.slice(start, start + LONGEST_TURN))?.[0] ?? "";

/**
 * Passages that pose as another part of the prompt. Each goes from a forged delimiter to the next or
 * to the line's end.
 */
export function forgedTurns(text: string, isAttack: (passage: string) => boolean): Found[] {
  const delimiters = foundIn(text).filter((found) => !isDiscussed(text, found) || isAttack(sentenceAt(text, found.end)));
  const turns: Found[] = [];
  for (const [at, { start, end }] of delimiters.entries()) {
    const last = turns.at(-1);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
    } else turns.push({ start, end });
    const next = delimiters.find((other, index) => index > at && other.start >= end);
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    if (next !== undefined && next.start - end <= LONGEST_TURN) turn.end = Math.max(turn.end, next.start);
    else {
      const sentence = sentenceAt(text, turn.end);
      if (isAttack(sentence)) turn.end += sentence.length;
    }
  }
  return turns;
}
