import { entriesAt, LONGEST_RUN, runClasses, type WordClass } from "./words";

export interface Hit {
  at: number;
  end: number;
}

type Hits = ReadonlyMap<WordClass, readonly Hit[]>;

export interface Reading {
  words: readonly string[];
  hits: Hits;
}

const TOKEN =
  /(?:https?|ftp):\/\/[^\s<>"']{0,500}[^\s<>"'.,;:!?)]|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}|(?:0x[0-9a-f]{6,64}|(?:bc1|ltc1)[0-9a-z]{10,80})|\d{1,4}\/\d{1,4}|[$€£]|\.env\b|~\/\.\w{1,20}|\/etc\/\w{1,20}|[\p{L}\p{M}\p{N}#](?:[\p{L}\p{M}\p{N}']{0,60}[\p{L}\p{M}\p{N}])?|[^\s\p{L}\p{M}\p{N}]/gu;
const IS_WORD = /^(?:[\p{L}\p{M}\p{N}$€£]|[#~/.].)/u;
const ELISION = /(?<=^\p{L}{1,5})'(?=\p{L}{3})/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NUMBER = /^\d/;
const IS_ADDRESS = /^(?:https?:\/\/|ftp:|0x[0-9a-f]{6}|bc1|[\w.+-]+@)/;

/** After these words an instruction can begin. */
const LEADS = new Set(
  "please kindly pls now but just simply instead first next also always only immediately finally ok okay sure lastly secondly thirdly hereby never not do hence therefore still furthermore moreover additionally otherwise actually silently quietly secretly directly again merely safely freely openly carefully faithfully promptly".split(
    " ",
  ),
);
/** Conjunctions: an instruction can follow only where the sentence began with one or addresses somebody. */
const LINKS = new Set("and then or but so".split(" "));
const ADDRESSING = new Set(
  "if when whenever once after before as for from instead to please kindly now you your dear hey hello hi attention note important urgent ok okay sure always never i this in do stop everything all the should each every whatever unless no".split(
    " ",
  ),
);
const CONDITIONS = new Set(
  "if when whenever once after before as for from instead upon while since regardless should each every whatever unless no".split(" "),
);
const YOU_BOUND = new Set(
  "you model models assistant assistants llm llms claude gpt chatbot agents bots summarizer summarizers crawlers want need".split(" "),
);
const MACHINE_NAMES = new Set(
  "ai ais assistant assistants chatbot chatbots claude gpt chatgpt gemini copilot llm llms bot bots model models system agent agents crawlers summarizer robot".split(
    " ",
  ),
);
const INSTRUCTION_CLASSES = "drop say task run send pay rank replyTo pretend remember tellVerb ask follow switchOff act halt verb".split(
  " ",
) as WordClass[];

/** Subjects that `must` and `should` can bind, and that can stand before a duty with `to`. */
const BOUND = new Set(
  "you ai it model models assistant assistants bot bots agent agents llm llms gpt claude summarizer summarizers summariser summarisers readers crawlers system systems summaries answer response reply reviewer reviewers".split(
    " ",
  ),
);
const PROMISED = new Set(["you", "i"]);
/** `your task is to`, `you are required to`, `I want you to`; but not `we want to` or `designed to`. */
const DUTIES = new Set("instructed required obliged obligated supposed ordered commanded directed".split(" "));
const NEEDS = new Set("need have want ought like advised asked forbidden allowed authorized authorised expected".split(" "));
const ASKS = new Set(
  "want need like order command ask asking urge instruct expect require telling beg tell request demand wish force asks orders wants".split(
    " ",
  ),
);
const SUBJECTS = new Map<string, readonly [words: ReadonlySet<string>, reach: number]>([
  ...["must", "should", "shall", "ought"].map((modal) => [modal, [BOUND, 6]] as const),
  ...["will", "can", "could", "may", "would"].map((modal) => [modal, [PROMISED, 3]] as const),
]);
const STOPS = new Set("!?;.。！？；");
const OPENS = new Set("\"“„«'‘{[<「『");
const CLOSING = new Set("\"')]”’»*_");
const ENDS: Readonly<Record<string, WordClass>> = { "?": "question", "？": "question", ".": "period", "!": "period", "。": "period" };

function isObliged(words: readonly string[], at: number): boolean {
  const [before = "", last = ""] = words.slice(at - 3, at - 1);
  if (DUTIES.has(last) || (last === "you" && ASKS.has(before))) return true;
  if (NEEDS.has(last)) return BOUND.has(before) && before !== "i";
  return last === "is" && words.slice(Math.max(0, at - 7), at - 2).includes("your");
}

const isBound = (words: readonly string[], at: number): boolean => {
  const [subjects, reach] = SUBJECTS.get(words[at - 1] ?? "") ?? [];
  if (subjects === undefined || reach === undefined) return false;
  for (let back = at - 2; back >= 0 && back >= at - 1 - reach; back -= 1) if (subjects.has(words[back] ?? "")) return true;
  return false;
};

type Mark = "stop" | "clause" | "comma";
const markOf = (token: string, before: Mark | null): Mark =>
  STOPS.has(token) || before === "stop" ? "stop" : token === "," || before === "comma" ? "comma" : "clause";

interface SentenceState {
  words: readonly string[];
  marks: ReadonlyMap<number, Mark>;
  isAddressed: boolean;
  starts: Set<number>;
}

function canBegin({ words, marks, isAddressed, starts }: SentenceState, at: number): boolean {
  const last = words[at - 1];
  if (last === undefined || marks.get(at) === "clause" || marks.get(at) === "stop") return true;
  if (marks.get(at) === "comma") return isAddressed || at <= 3;
  if (LINKS.has(last)) return isAddressed;
  if (LEADS.has(last)) return starts.has(at - 1);
  if (MACHINE_NAMES.has(last)) return at === 1 || (at === 2 && ADDRESSING.has(words[0] ?? ""));
  return last === "to" ? isObliged(words, at) : isBound(words, at);
}

const SHORT_OPENING = 4;
const LONG_SUBJECT = 9;
const POSSIBLE = new Set(["can", "could", "may", "would"]);

/** Whether an instruction opens the sentence here, rather than inside a clause. */
function isOpening({ words, marks, isAddressed, starts }: SentenceState, at: number): boolean {
  if (at === 0) return true;
  if (!starts.has(at)) return false;
  const last = words[at - 1] ?? "";
  if (LEADS.has(last) || LINKS.has(last)) {
    return (
      words.slice(0, at).every((word) => LEADS.has(word) || LINKS.has(word)) ||
      (LEADS.has(last) && isOpening({ words, marks, isAddressed, starts }, at - 1))
    );
  }
  if (marks.get(at) === "stop") return true;
  if (marks.get(at) === "clause") return at <= SHORT_OPENING;
  if (marks.get(at) === "comma") return at <= SHORT_OPENING || CONDITIONS.has(words[0] ?? "");
  if (POSSIBLE.has(last) || at > LONG_SUBJECT) return false;
  return MACHINE_NAMES.has(last) || BOUND.has(last) || YOU_BOUND.has(words[at - 2] ?? "");
}

const opensWithInstruction = (words: readonly string[], hits: ReadonlyMap<WordClass, readonly Hit[]>): boolean =>
  ADDRESSING.has(words[0] ?? "") ||
  MACHINE_NAMES.has(words[0] ?? "") ||
  INSTRUCTION_CLASSES.some((name) => hits.get(name)?.some((hit) => hit.at === 0));

function add(hits: Map<WordClass, Hit[]>, name: WordClass, at: number, end: number): void {
  const list = hits.get(name);
  if (list === undefined) hits.set(name, [{ at, end }]);
  else list.push({ at, end });
}

/** Chinese and Japanese have no spaces: takes the longest known run at each position, else one character. */
function readRun(run: string, words: string[], hits: Map<WordClass, Hit[]>): void {
  for (let at = 0; at < run.length;) {
    let length = Math.min(LONGEST_RUN, run.length - at);
    while (length > 0 && runClasses(run.slice(at, at + length)).length === 0) length -= 1;
    for (const name of runClasses(run.slice(at, at + length))) add(hits, name, words.length, words.length + 1);
    words.push(run.slice(at, at + Math.max(1, length)));
    at += Math.max(1, length);
  }
}

export function readWords(folded: string): Reading {
  const words: string[] = [];
  const hits = new Map<WordClass, Hit[]>();
  const marks = new Map<number, Mark>();
  let mark: Mark | null = "stop";
  let end: WordClass | null = null;
  for (const [token] of folded.matchAll(TOKEN)) {
    if (!IS_WORD.test(token)) {
      if (token !== "'" || mark !== null) mark = markOf(token, mark);
      if (OPENS.has(token)) add(hits, "literal", words.length, words.length);
      end = ENDS[token] ?? (CLOSING.has(token) ? end : null);
      continue;
    }
    if (mark !== null) marks.set(words.length, mark);
    if (UNSPACED.test(token)) readRun(token, words, hits);
    else if (token.includes("'")) words.push(...token.split(ELISION));
    else words.push(token);
    mark = end = null;
  }
  if (end !== null) add(hits, end, words.length, words.length);
  for (let at = 0; at < words.length; at += 1) {
    if (NUMBER.test(words[at] ?? "")) add(hits, "det", at, at + 1);
    if (IS_ADDRESS.test(words[at] ?? "")) add(hits, "address", at, at + 1);
    entriesAt(words, at, (name, length) => add(hits, name, at, at + length));
  }
  const isAddressed = opensWithInstruction(words, hits);
  const sentence: SentenceState = { words, marks, isAddressed, starts: new Set() };
  for (let at = 0; at < words.length; at += 1) {
    if (!canBegin(sentence, at)) continue;
    sentence.starts.add(at);
    add(hits, "start", at, at + 1);
    if (isOpening(sentence, at)) add(hits, "opening", at, at + 1);
  }
  return { words, hits };
}
