import { CodeReader, type CodeLanguage, type CodeToken } from "./code-tokens";
import { atHost, isName, isOwnAddress, looksLikeId, type Mention } from "./mention";

/** Arguments and members that name a model: `model=`, `modelName:`, `model_id`, `OPENAI_MODEL`. */
const MODEL_KEY = /(?:^|_|[a-z])[mM](?:odel|ODEL)(?:_?(?:name|id|NAME|ID|Name|Id))?$|^MODEL(?:_(?:NAME|ID))?$/;
const PROVIDER_KEY = /^model_?provider$/i;
const ADDRESS_KEY = /^(?:base_?url|openai_?api_?base|azure_?endpoint|api_?base)$/i;

/** Functions whose first argument names a model, with or without its host. */
const MODEL_FUNCTION = /^(?:init_?chat_?model|init_?embeddings|create_?(?:react_?)?agent)$/i;
/** Functions of Vercel's SDK, whose name is the host: `openai("gpt-5")`, `azure.responses("gpt-5")`. */
const HOST_FUNCTION =
  /^(openai|anthropic|google|vertex|azure|bedrock|mistral|groq|xai|deepseek|cohere|perplexity|cerebras|fireworks|togetherai|openrouter)$/;

/** Classes of LangChain and their like, by the host that they call. */
const CLASS_HOSTS: readonly (readonly [RegExp, string])[] = [
  [/Ollama|LlamaCpp|HuggingFacePipeline|MLX/, "ollama"],
  [/Azure\w*OpenAI|AzureAI/, "azure"],
  [/OpenRouter/, "openrouter"],
  [/OpenAI/, "openai"],
  [/Bedrock/, "amazon-bedrock"],
  [/Vertex/, "google-vertex"],
  [/Anthropic/, "anthropic"],
  [/Google(?:Generative|Gen)AI/, "google"],
  [/Mistral/, "mistral"],
  [/Groq/, "groq"],
  [/XAI|Grok/, "xai"],
  [/Deep[sS]eek/, "deepseek"],
  [/Cohere/, "cohere"],
  [/Fireworks/, "fireworks-ai"],
  [/Together/, "togetherai"],
  [/Perplexity/, "perplexity"],
  [/Cerebras/, "cerebras"],
  [/NVIDIA/, "nvidia"],
];
const MODEL_CLASS = /^(?:Azure|Custom)?Chat[A-Z]\w*|^\w+Embeddings$|^\w*ChatOpenAI$/;

/** A call that is being read, or the file itself. */
interface Call {
  /** Names before the bracket: `["openai", "embedding"]`. */
  callee: readonly string[];
  first: CodeToken | null;
  models: CodeToken[];
  provider: string | null;
  address: string | undefined;
}

const LANGUAGES: readonly { extension: RegExp; language: CodeLanguage }[] = [
  { extension: /\.py$/i, language: { lineComment: "#", hasTripleQuotes: true, hasBackticks: false } },
  { extension: /\.rb$/i, language: { lineComment: "#", hasTripleQuotes: false, hasBackticks: false } },
  { extension: /\.[cm]?[jt]sx?$/i, language: { lineComment: "//", hasTripleQuotes: false, hasBackticks: true } },
  { extension: /\.(?:go|java|kts?|cs|php|swift)$/i, language: { lineComment: "//", hasTripleQuotes: false, hasBackticks: false } },
];

export const languageOf = (path: string): CodeLanguage | null => LANGUAGES.find(({ extension }) => extension.test(path))?.language ?? null;

const hostOfClass = (name: string): string | null =>
  MODEL_CLASS.test(name) ? (CLASS_HOSTS.find(([pattern]) => pattern.test(name))?.[1] ?? null) : null;

function toMention({ value, line, column }: CodeToken, asked: string | null): Mention[] {
  return asked === null ? [] : [{ name: value, asked, line, column }];
}

/** What a finished call names. What takes models takes any name, another call only what looks like an id. */
function mentionsOfCall({ callee, first, models, provider, address }: Call): Mention[] {
  const name = callee.at(-1) ?? "";
  const classHost = hostOfClass(name);
  if (classHost !== null && !isOwnAddress(address, classHost)) return [];
  const host = provider ?? classHost;
  const isTaker = MODEL_FUNCTION.test(name) || classHost !== null;
  const named = models.filter(({ value }) => (isTaker ? isName(value) : looksLikeId(value)));
  const [vercel = ""] = callee;
  if (first && MODEL_FUNCTION.test(name) && isName(first.value)) named.unshift(first);
  const mentions = named.flatMap((token) => toMention(token, atHost(host, token.value)));
  if (first && HOST_FUNCTION.test(vercel) && looksLikeId(first.value)) mentions.push(...toMention(first, atHost(vercel, first.value)));
  return mentions;
}

const newCall = (callee: readonly string[]): Call => ({ callee, first: null, models: [], provider: null, address: undefined });

/** Names that end at a token, the outermost first: `client.chat.completions.create`. */
function calleeBefore(tokens: readonly CodeToken[], index: number): string[] {
  const names: string[] = [];
  for (let at = index; tokens[at]?.kind === "word" && names.length < 8; at -= 2) {
    names.unshift(tokens[at]?.value ?? "");
    if (tokens[at - 1]?.value !== ".") break;
  }
  return names;
}

/** The key that a text is given to: of `model=`, `"model":` and `model: str =`. */
function keyBefore(tokens: readonly CodeToken[], index: number): string | null {
  let at = index - 1;
  if (tokens[at]?.value === "=" && tokens[at - 1]?.value === ":") at--;
  const sign = tokens[at];
  if (sign?.kind !== "mark" || !/^[=:]$/.test(sign.value)) return null;
  const [key, before] = [tokens[at - 1], tokens[at - 2]];
  // The type of a variable stands between its name and what it is given.
  if (sign.value === "=" && key?.kind === "word" && before?.value === ":") return tokens[at - 3]?.value ?? null;
  return key === undefined || key.kind === "mark" ? null : key.value;
}

function note(call: Call, key: string | null, token: CodeToken): void {
  if (key === null) return;
  if (PROVIDER_KEY.test(key)) call.provider = token.value;
  else if (ADDRESS_KEY.test(key)) call.address = token.value;
  else if (MODEL_KEY.test(key)) call.models.push(token);
}

/** Names of models that source code gives to calls, members and constants. */
export function codeMentions(source: string, language: CodeLanguage): Mention[] {
  const tokens = new CodeReader(source, language).read();
  const calls: Call[] = [newCall([])];
  const mentions: Mention[] = [];
  tokens.forEach((token, index) => {
    const call = calls.at(-1) as Call;
    if (token.kind === "text") {
      if (tokens[index - 1]?.value === "(" && tokens[index - 1]?.kind === "mark") call.first = token;
      else note(call, keyBefore(tokens, index), token);
    } else if (token.kind === "mark" && token.value === "(") {
      calls.push(newCall(calleeBefore(tokens, index - 1)));
    } else if (token.kind === "mark" && token.value === ")" && calls.length > 1) {
      mentions.push(...mentionsOfCall(calls.pop() as Call));
    }
  });
  return [...mentions, ...calls.flatMap(mentionsOfCall)].sort((a, b) => a.line - b.line || a.column - b.column);
}
