import { makerByName } from "../model-maker";

/** First words of models' names that their makers write with capitals. */
const FAMILIES: ReadonlySet<string> = new Set(
  (
    "chatgpt claude codegemma codestral codex command deepseek devstral ernie gemini gemma glm gpt granite grok hunyuan jamba kimi llama magistral " +
    "marengo mercury ministral minimax mistral mixtral moonshot nemotron nova open pixtral qvq qwen qwq solar sonar titan tts voxtral whisper"
  ).split(" "),
);

/** Families whose makers put a hyphen between all words: `GLM-4.5-Air`. */
const HYPHENED: ReadonlySet<string> = new Set(["glm", "minimax"]);
/** OpenAI's families have a hyphen before a version, as `GPT-4o mini`. Before a word is a space: `GPT Image 2`. */
const NUMBERED: ReadonlySet<string> = new Set(["chatgpt", "gpt", "tts"]);
/** A version that the maker too writes without a space: `Qwen3`. Of `llama3` nothing follows safely. */
const ATTACHED = /^qwen\d(?:\.\d+)?$/;
/** Versions have one digit before the dot. `gpt-35-turbo` is a cloud's id. */
const GPT_VERSION = /^\d(?:\.\d+)?o?$/;
/** Words that follow such a family. `gpt-oss-20b` is the name itself, `gpt-neox-20b` somebody else's model. */
const GPT_WORD = /^(?:audio|hd|image|realtime)$/;
/** OpenAI writes these ids as names. */
const WRITTEN_SO = /^o[134](?:-(?!\d)[a-z]+)*$/;

const WORDS: Readonly<Record<string, string>> = {
  airx: "AirX",
  api: "API",
  asr: "ASR",
  chatgpt: "ChatGPT",
  codegemma: "CodeGemma",
  deepseek: "DeepSeek",
  er: "ER",
  ernie: "ERNIE",
  flashx: "FlashX",
  fp8: "FP8",
  glm: "GLM",
  gpt: "GPT",
  hd: "HD",
  highspeed: "HighSpeed",
  it: "IT",
  maas: "MaaS",
  minimax: "MiniMax",
  moe: "MoE",
  mt: "MT",
  ocr: "OCR",
  oss: "OSS",
  qvq: "QVQ",
  qwq: "QwQ",
  tts: "TTS",
  vl: "VL",
};
/** Words that OpenAI writes small behind a version: `GPT-4o mini`. */
const SMALL_AT_OPENAI = /^(?:mini|nano)$/;
/** Words that belong together: `Flash-Lite`, `Non-Reasoning`. */
const JOINED = /(^|-)(flash(?=-lite(?:-|$))|non(?=-[a-z])|multi(?=-[a-z]))-/g;

const ID = /^[a-z\d][a-z\d.:/@-]*$/;
const DATE = /[-@](20\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])-(?:20\d{2}|\d{2})|latest)$/;
/** A version of Vertex AI, as in `jamba-1.5-mini@001`. */
const RELEASE = /@(\d{3})$/;
/** The revision of a package at Amazon: `nova-micro-v1`, `claude-3-haiku-20240307-v1:0`. */
const REVISION = /(?<=^nova-[a-z\d-]+)-v\d(?::0)?$|-v\d:0$/;
const SIZE = /^(?:(?:\d+x)?\d+(?:\.\d+)?[bkme]|[ae]\d+(?:\.\d+)?b|[a-z]\d+b)$/;
const NUMBER = /^\d+(?:\.\d+)?$/;
/** `4o`, `3n`, `4.6v`. */
const MARKED_NUMBER = /^\d+(?:\.\d+)?[a-z]$/;
const MARKED_VERSION = /^[a-z]\d+(?:\.\d+)?$/;
/** Both halves of a version that an id writes with hyphens: `4-1`, `k2-5`, `qwen2-5`. */
const MAJOR = /^[a-z]*\d{1,2}$/;
const MINOR = /^\d$/;

const capital = (word: string): string => WORDS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** The id without the maker before it. Null where something else stands there, as a region or an account. */
function withoutMaker(id: string): string | null {
  const cut = id.search(/[/.](?=[a-z])/);
  const before = id.slice(0, Math.max(cut, 0)).replaceAll("-", "");
  const leaf = id.slice(cut + 1);
  if (cut < 0) return leaf;
  if (leaf.includes("/")) return null;
  const maker = makerByName(leaf);
  return maker !== null && (before.startsWith(maker.replaceAll("-", "")) || leaf.startsWith(before)) ? leaf : null;
}

/** `4-1` is the version 4.1. Null where three numbers follow each other, which may mean anything. */
function withVersions(words: readonly string[]): string[] | null {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = words[index - 1] ?? "";
    if (!MINOR.test(word) || !MAJOR.test(last)) joined.push(word);
    else if (MINOR.test(words[index - 2] ?? "") || MINOR.test(words[index + 1] ?? "")) return null;
    else joined.splice(-1, 1, `${last}.${word}`);
  }
  return joined;
}

/** A word behind the family's. Null where no rule knows its kind. */
function spelledWord(word: string, family: string): string | null {
  if (SMALL_AT_OPENAI.test(word) && family === "gpt") return word;
  if (word.includes("_")) return word.split("_").map(capital).join("-");
  if (SIZE.test(word)) return /^\d+x/.test(word) ? `${word.slice(0, -1)}${word.slice(-1).toUpperCase()}` : word.toUpperCase();
  if (NUMBER.test(word)) return word;
  if (MARKED_NUMBER.test(word)) return family === "glm" ? word.toUpperCase() : word;
  if (MARKED_VERSION.test(word)) return word.startsWith("v") && family !== "deepseek" ? word : word.toUpperCase();
  return /^[a-z]+\d?$/.test(word) ? capital(word) : null;
}

function spelledFamily(first: string): { family: string; written: string } | null {
  const family = /^[a-z]+/.exec(first)?.[0] ?? "";
  if (!FAMILIES.has(family) || (family !== first && !ATTACHED.test(first))) return null;
  return { family, written: `${capital(family)}${first.slice(family.length)}` };
}

/** What stands before the second word. Null where the family's names have no such word. */
function separator(family: string, second: string): string | null {
  if (HYPHENED.has(family)) return "-";
  if (!NUMBERED.has(family)) return family !== "open" || FAMILIES.has(second) ? " " : null;
  return GPT_VERSION.test(second) ? "-" : GPT_WORD.test(second) ? " " : null;
}

function spelledStem(stem: string): string | null {
  if (WRITTEN_SO.test(stem)) return stem;
  const [first = "", ...rest] = withVersions(stem.replace(JOINED, "$1$2_").split("-")) ?? [];
  const begun = spelledFamily(first);
  if (begun === null) return null;
  const { family, written } = begun;
  if (rest.length === 0) return written;
  const between = separator(family, rest[0] ?? "");
  const words = rest.map((word) => spelledWord(word, family));
  if (between === null || words.includes(null)) return null;
  return `${written}${between}${words.join(HYPHENED.has(family) ? "-" : " ")}`;
}

/**
 * Writes an id as its maker writes the model's name, where that follows by rule. It has the same letters and digits, with the
 * date in brackets. Every other name stays as it is.
 */
export function spelledId(name: string): string {
  const leaf = ID.test(name) ? withoutMaker(name) : null;
  if (leaf === null) return name;
  const model = leaf.replace(REVISION, "");
  const end = DATE.exec(model) ?? RELEASE.exec(model);
  const stem = spelledStem(end ? model.slice(0, end.index) : model);
  if (stem === null) return name;
  return end ? `${stem} (${end[1]})` : stem;
}
