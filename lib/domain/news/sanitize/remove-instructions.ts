import { foldText } from "./fold-text";
import { otherReadings } from "./hidden-text";
import { REMOVED } from "./markup";
import { INSTRUCTION_SCORE, scoreInstruction } from "./score-instruction";
import { hasTemplateToken } from "./template-tokens";

/** Code in place of news: no sentence rule finds it, and agents have executed it. */
const PAYLOADS: readonly RegExp[] = [
  /\b(?:os|subprocess|child_process|shutil|runtime|pty|socket|winreg|ctypes|requests|urllib|http|axios|fs|process|document|window|localstorage|sessionstorage|navigator|scapy|psutil|keyboard|pynput|platform|smtplib|ftplib|paramiko|iptables|winsock)\.[a-z_]{2,30}(?:\.[a-z_]{1,30}){0,4}\s?[([=]/,
  /__[a-z]{3,20}__/,
  /\b(?:eval|exec|system|popen|passthru|shell_exec|fetch|require|settimeout|atob|unescape|include|base64_decode|__import__|getattr|urlopen|open)\s?\(\s?['"`$\\/]/,
  /^(?:from [a-z_.]{2,30} )?import [a-z_]{2,30}(?:$|[;,]| as | [a-z_]{2,30} ?[;=(])|;\s?import [a-z]|\bimport [a-z_.]{2,30};|\b(?:python3?|node|perl|ruby|bash|sh) -[ce] ["']|\bimport (?:os|sys|subprocess|socket|requests|pynput|keyboard|platform|psutil|winreg|ctypes|scapy|shutil|smtplib)\b|\bfrom (?:os|subprocess|socket|scapy[a-z.]*|pynput|urllib[a-z.]*|cryptography[a-z.]*) import\b/,
  /\b(?:curl|wget)\s(?:-[a-z]|['"$]?https?:|[a-z0-9.-]{4,40}\/)|\brm -[rf]{1,3}\b|\bchmod [+0-7]|\bnc -[a-z]|\/bin\/(?:ba|z)?sh\b|\|\s?(?:ba|z)?sh\b|\bpowershell\b.{0,20} -|\binvoke-(?:expression|webrequest)\b|\biex ?\(|\bsudo (?:rm|apt|cat|su|bash|chmod)\b|\bcat (?:~|\.|\/(?:etc|proc|home|var))|\/etc\/(?:passwd|shadow)\b|\bdel \/[fsq]\b|\bformat c:|:\(\)\s?\{|\bnpm (?:i|install) .{0,60}&&|\bmkfs\b|\bdd if=/,
  /\bdocument\.(?:cookie|write|location)|\bxmlhttprequest\b|\bnew image\(\)|\bon(?:error|load|click|mouseover)\s?=|\$\([^)]{3,120}\)|`[a-z]{2,20}`.{0,10}\)/,
  /'\s?or\s?['"]?1['"]?\s?=\s?['"]?1|\bunion (?:all )?select\b|['";]\s?(?:drop|truncate|delete|alter) (?:table|database|from)\b|\bselect \*? ?from [a-z_]{2,20} where\b|\bselect [*\w, ]{1,60} from \w{2,30};|\bupdate \w{2,30} set \w{1,30} ?=/,
  /\{\{[^{}]{1,200}\}\}|\$\{jndi:|\$\{[a-z_.()]{2,80}\}|<%[=-]?[^%]{1,200}%>/,
  /\b(?:def|function) [a-z_]{1,40}\([^)]{0,80}\)\s?[:{]|\b(?:const|let|var) [a-z_]{1,40} ?= ?.{2,80}[;()]|=> ?\{|\bwhile true\b|\btry:\s|\bexcept [a-z]+ as\b|\bif __name__/,
  /["'](?:role|tool|tool_name|function|function_call|tool_calls?|action|method|command|recipient|arguments|parameters|instruction|instructions|prompt|system)["']\s?:\s?["'[{]/,
];

const isPayload = (folded: string): boolean => PAYLOADS.some((pattern) => pattern.test(folded));

const SENTENCE_END = /[.!?…]+["'”’)\]]{0,3}(?:\s+|$)|[。！？]+\s{0,4}|\n+/g;

/** Sentences with their closing punctuation and spaces, so that joining them gives the text back. */
function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    sentences.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}

/** Weak signs in many sentences together make an attack. */
const TEXT_SCORE = 22;
const SENTENCES_OF_PROSE = 3;
const REPORT_SCORE = 4;
const LONGEST_HIDDEN = 600;
const SCORE_PER_SENTENCE = 5;
const INSTRUCTIONS_OF_AN_ATTACK = 3;

interface ScoreContext {
  isInProse?: boolean;
  /** The text describes vulnerabilities, so its sentences name code and files. */
  isReport?: boolean;
}

const WORDS_OF_A_SENTENCE = 8;

function isProgram(folded: string, isReport: boolean): boolean {
  if (!isPayload(folded)) return false;
  return !isReport || (folded.match(/(?<![\w./])[a-z]{3,}(?![\w/(])/g)?.length ?? 0) < WORDS_OF_A_SENTENCE;
}

function scoreSentence(sentence: string, { isInProse = false, isReport = false }: ScoreContext = {}): number {
  if (sentence.trim() === REMOVED) return 0;
  const folded = foldText(sentence);
  if (folded.length < 4) return 0;
  if (isProgram(folded, isReport)) return INSTRUCTION_SCORE;
  const score = scoreInstruction(folded, isInProse);
  if (score >= INSTRUCTION_SCORE) return score;
  const others = otherReadings(folded);
  if (others.some((reading) => isProgram(reading, isReport) || hasTemplateToken(reading))) return INSTRUCTION_SCORE;
  return Math.max(score, ...others.map((reading) => scoreInstruction(reading, isInProse)));
}

const isFragmented = (text: string, sentences: readonly string[]): boolean => sentences.length > 2 && text.length < sentences.length * 20;

const QUOTED = /["“„«]([^"“”„«»]{6,200})["”»]|(?<=^|[\s(])['‘]([^'‘’]{6,200})['’](?=$|[\s).,;:!?])/g;

/** A report quotes an attack: then only the quotation is removed, unless the rest is an instruction too. */
function withoutQuotedInstructions(sentence: string, isReport: boolean): string | null {
  const reported = sentence.replace(QUOTED, (quotation, double?: string, single?: string) =>
    scoreSentence(double ?? single ?? "") >= INSTRUCTION_SCORE ? REMOVED : quotation,
  );
  return reported !== sentence && scoreSentence(reported, { isReport }) < INSTRUCTION_SCORE ? reported : null;
}

/** After an opening that is no instruction, plain imperatives ("try it") count less. */
function scoreSentences(sentences: readonly string[], isReport: boolean): number[] {
  const [first = "", ...others] = sentences;
  const opening = scoreSentence(first, { isReport });
  const isProse = others.length > 0 && opening < REPORT_SCORE;
  return [
    opening,
    ...others.map((sentence) => scoreSentence(sentence, { isInProse: isProse || others.length >= SENTENCES_OF_PROSE, isReport })),
  ];
}

/** Whether another reading of the whole text is an instruction. A report must score higher there than as written. */
function isHiddenInstruction(text: string, isReport: boolean): boolean {
  const folded = foldText(text).slice(0, LONGEST_HIDDEN);
  const least = isReport ? scoreInstruction(folded) + 1 : INSTRUCTION_SCORE;
  return otherReadings(folded).some((reading) => scoreInstruction(reading) >= Math.max(INSTRUCTION_SCORE, least));
}

/** Removes injected instructions and everything after the first: an attacker's next sentence belongs to the attack. */
export function removeInstructions(text: string, isReport = false): string {
  const sentences = splitSentences(text);
  const scores = scoreSentences(sentences, isReport);
  const hasInstruction = scores.some((score) => score >= INSTRUCTION_SCORE);
  const instructionCount = hasInstruction
    ? sentences.filter((sentence) => scoreSentence(sentence, { isReport }) >= INSTRUCTION_SCORE).length
    : 0;
  if (instructionCount >= INSTRUCTIONS_OF_AN_ATTACK) return REMOVED;
  if (instructionCount === 0) {
    const total = scores.reduce((sum, score) => sum + score, 0);
    if (total >= Math.max(TEXT_SCORE, sentences.length * SCORE_PER_SENTENCE)) return REMOVED;
    if (sentences.length === 1) return text;
    return isHiddenInstruction(text, isReport) || (isFragmented(text, sentences) && scoreSentence(text) >= INSTRUCTION_SCORE)
      ? REMOVED
      : text;
  }
  const kept: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const isInstruction = (scores[index] ?? 0) >= INSTRUCTION_SCORE;
    const reported = isInstruction ? withoutQuotedInstructions(sentence, isReport) : sentence;
    kept.push(reported ?? REMOVED);
    if (reported === null) break;
  }
  return kept.join("");
}
