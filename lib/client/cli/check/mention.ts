/** A model's name as a file of a repository writes it. */
export interface Mention {
  /** What stands in the file, without quotes. */
  name: string;
  /** What to ask of the service: the name, with its host in front where the file says the host elsewhere. */
  asked: string;
  line: number;
  column: number;
}

/** Programs that run a model on one's own machine: what a host ends does not end there. */
const OWN_MACHINE =
  /^(?:ollama|ollama_chat|lm_?studio|llama\.?cpp|llamacpp|llamafile|hosted_vllm|vllm|text-gen-webui|transformers|xinference|local|custom|mock)$/i;

const NAME = /^(?!\.)[\w@](?:[\w.:@/+ -]{0,148}[\w])?$/;
/** Names of these hold what is only known where the program runs. */
const PLACEHOLDER = /^(?:os\.environ\/|env[:/])|^(?:none|null|true|false|auto|default|string|str|model|your[-_ ].*)$/i;

const LETTER_AND_DIGIT = /(?=.*[a-z])(?=.*\d)/i;
const JOINED = /[-/:.]/;

/** Whether a text could name a model in a file that is known to hold such names. */
export const isName = (text: string): boolean => NAME.test(text) && /[a-z]{2}/i.test(text) && !PLACEHOLDER.test(text);

/** Whether a text looks like a model's id wherever it stands. It has letters and digits, joined without a space. */
export const looksLikeId = (text: string): boolean =>
  isName(text) &&
  LETTER_AND_DIGIT.test(text) &&
  JOINED.test(text) &&
  !/\s|\/\/|^\.|\.(?:py|ts|js|json|ya?ml|onnx|pt|bin|gguf|safetensors)$/i.test(text);

/** The name with its host in front; null where one's own machine is that host. */
export function atHost(host: string | null, name: string): string | null {
  if (OWN_MACHINE.test(host ?? /^[^/:]+(?=[/:])/.exec(name)?.[0] ?? "")) return null;
  return host === null || name.toLowerCase().startsWith(`${host.toLowerCase()}/`) ? name : `${host}/${name}`;
}

/** Whether a call goes to the host itself. An address that is written then has a word of its name. */
export function isOwnAddress(url: string | undefined, host: string): boolean {
  const [, domain] = /^https?:\/\/([^/:?#]+)/i.exec(url ?? "") ?? [];
  if (domain === undefined) return true;
  const parts = domain.toLowerCase().split(/[.-]/);
  return host
    .toLowerCase()
    .split(/[-_]/)
    .some((word) => parts.includes(word));
}
