import { foldText } from "./fold-text";
import { otherReadings } from "./hidden-text";
import { REMOVED } from "./markup";
import { ORDER_SCORE, scoreOrder } from "./score-order";
import { hasTemplateToken } from "./template-tokens";

/** Programs where news should be: none of it reads as a sentence, and agents have run it. */
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

const BREAK = /[.!?…]+["'”’)\]]{0,3}(?:\s+|$)|[。！？]+\s{0,4}|\n+/g;

/** Pieces that join back to the text, each with the punctuation and space that end it. */
function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + match[0].length;
    sentences.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}

/** Many sentences that are each half an order are one attack together. */
const TEXT_SCORE = 22;
const SENTENCES_OF_PROSE = 3;
const REPORT_SCORE = 4;
const LONGEST_HIDDEN = 600;
const SCORE_A_SENTENCE = 5;
const ORDERS_OF_AN_ATTACK = 3;

interface Setting {
  isInProse?: boolean;
  /** The text describes vulnerabilities: it names code and files in sentences of its own. */
  isReport?: boolean;
}

const WORDS_OF_A_SENTENCE = 8;

function isProgram(folded: string, isReport: boolean): boolean {
  if (!isPayload(folded)) return false;
  return !isReport || (folded.match(/(?<![\w./])[a-z]{3,}(?![\w/(])/g)?.length ?? 0) < WORDS_OF_A_SENTENCE;
}

function scoreSentence(sentence: string, { isInProse = false, isReport = false }: Setting = {}): number {
  if (sentence.trim() === REMOVED) return 0;
  const folded = foldText(sentence);
  if (folded.length < 4) return 0;
  if (isProgram(folded, isReport)) return ORDER_SCORE;
  const score = scoreOrder(folded, isInProse);
  if (score >= ORDER_SCORE) return score;
  const others = otherReadings(folded);
  if (others.some((reading) => isProgram(reading, isReport) || hasTemplateToken(reading))) return ORDER_SCORE;
  return Math.max(score, ...others.map((reading) => scoreOrder(reading, isInProse)));
}

const isOneSentenceInPieces = (text: string, sentences: readonly string[]): boolean =>
  sentences.length > 2 && text.length < sentences.length * 20;

const QUOTED = /["“„«]([^"“”„«»]{6,200})["”»]|(?<=^|[\s(])['‘]([^'‘’]{6,200})['’](?=$|[\s).,;:!?])/g;

/** A report about an attack quotes it: then only the quotation goes, unless its frame is an order too. */
function withoutQuotedOrders(sentence: string, isReport: boolean): string | null {
  const reported = sentence.replace(QUOTED, (quotation, double?: string, single?: string) =>
    scoreSentence(double ?? single ?? "") >= ORDER_SCORE ? REMOVED : quotation,
  );
  return reported !== sentence && scoreSentence(reported, { isReport }) < ORDER_SCORE ? reported : null;
}

/** What begins as a report goes on as one: there a plain "try it" is only half a sign. */
function scoreSentences(sentences: readonly string[], isReport: boolean): number[] {
  const [first = "", ...others] = sentences;
  const opening = scoreSentence(first, { isReport });
  const isProse = others.length > 0 && opening < REPORT_SCORE;
  return [
    opening,
    ...others.map((sentence) => scoreSentence(sentence, { isInProse: isProse || others.length >= SENTENCES_OF_PROSE, isReport })),
  ];
}

/** Read another way, the whole is an order: a report's is not, when read as it stands it sounds no less like one. */
function isHiddenOrder(text: string, isReport: boolean): boolean {
  const folded = foldText(text).slice(0, LONGEST_HIDDEN);
  const least = isReport ? scoreOrder(folded) + 1 : ORDER_SCORE;
  return otherReadings(folded).some((reading) => scoreOrder(reading) >= Math.max(ORDER_SCORE, least));
}

/** The text without its orders and what follows them: an attacker's next sentence belongs to the attack. */
export function removeOrders(text: string, isReport = false): string {
  const sentences = splitSentences(text);
  const scores = scoreSentences(sentences, isReport);
  const hasOrder = scores.some((score) => score >= ORDER_SCORE);
  const orders = hasOrder ? sentences.filter((sentence) => scoreSentence(sentence, { isReport }) >= ORDER_SCORE).length : 0;
  if (orders >= ORDERS_OF_AN_ATTACK) return REMOVED;
  if (orders === 0) {
    const total = scores.reduce((sum, score) => sum + score, 0);
    if (total >= Math.max(TEXT_SCORE, sentences.length * SCORE_A_SENTENCE)) return REMOVED;
    if (sentences.length === 1) return text;
    return isHiddenOrder(text, isReport) || (isOneSentenceInPieces(text, sentences) && scoreSentence(text) >= ORDER_SCORE) ? REMOVED : text;
  }
  const kept: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const isOrder = (scores[index] ?? 0) >= ORDER_SCORE;
    const reported = isOrder ? withoutQuotedOrders(sentence, isReport) : sentence;
    kept.push(reported ?? REMOVED);
    if (reported === null) break;
  }
  return kept.join("");
}
