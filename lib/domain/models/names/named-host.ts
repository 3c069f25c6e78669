/** A name that says where the model is sold. */
export interface NamedHost {
  /** Ids of the hosts that write names so, the likeliest first; empty for a host that nobody knows. */
  hosts: readonly string[];
  /** The host as it is written. */
  written: string;
  /** The name without its host. */
  model: string;
}

type ProviderIdOf = (key: string) => string | null;

const CLOUD_REGION = /^(?:us-gov|us|eu|apac|global|jp|au|ca)\./i;
/** Makers as Bedrock and Oracle write them before a model: `anthropic.claude-opus-4-5`. */
const DOTTED_MAKER =
  /^(?:ai21|amazon|anthropic|cohere|deepseek|google|luma|meta|minimax|mistral|moonshot|moonshotai|nvidia|openai|qwen|stability|twelvelabs|writer|xai|zai)\.(?=[a-z])/i;

/** Forms of a name that are in use at these hosts alone, though no host stands before a slash. */
const HOST_FORMS: readonly { hosts: readonly string[]; isForm: (key: string) => boolean; prefix?: RegExp }[] = [
  { hosts: ["fireworks-ai"], isForm: (key) => /^accounts\/fireworks\//i.test(key) },
  { hosts: ["cloudflare-workers-ai"], isForm: (key) => /^@(?:cf|hf)\//i.test(key) },
  { hosts: ["amazon-bedrock"], isForm: (key) => /^arn:aws[\w-]*:bedrock:/i.test(key), prefix: /^arn:[^/]*\// },
  { hosts: ["google-vertex"], isForm: (key) => /^(?:projects|publishers)\//i.test(key), prefix: /^.*\/models\// },
  { hosts: ["google"], isForm: (key) => /^models\/[^/]+$/i.test(key), prefix: /^models\// },
  { hosts: ["google-vertex"], isForm: (key) => /^[^/:]+@(?:20\d{6}|\d{3}|default|latest)$/i.test(key) },
  { hosts: ["amazon-bedrock"], isForm: (key) => DOTTED_MAKER.test(key) && /-v\d+:\d+$/.test(key) },
  { hosts: ["amazon-bedrock"], isForm: (key) => CLOUD_REGION.test(key) && DOTTED_MAKER.test(key.replace(CLOUD_REGION, "")) },
  { hosts: ["amazon-bedrock", "oracle-oci"], isForm: (key) => DOTTED_MAKER.test(key) },
];

export const regionOf = (modelId: string): string | null => CLOUD_REGION.exec(modelId)?.[0].slice(0, -1).toLowerCase() ?? null;

function byForm(key: string, providerIdOf: ProviderIdOf): NamedHost | null {
  for (const { hosts, isForm, prefix } of HOST_FORMS) {
    const known = hosts.flatMap((host) => providerIdOf(host) ?? []);
    const [first] = known;
    if (first !== undefined && isForm(key)) return { hosts: known, written: first, model: prefix ? key.replace(prefix, "") : key };
  }
  return null;
}

/**
 * The host before a colon, `openai:gpt-4.1`. Behind the colon of `mistral:7b` and `phi:latest` stands
 * a tag, and no name.
 */
function beforeColon(key: string, providerIdOf: ProviderIdOf): NamedHost | null {
  const [, written = "", model = ""] = /^([^/:]+):(.+)$/.exec(key) ?? [];
  const host = written === "" ? null : providerIdOf(written);
  return host !== null && /[a-z]{2,}/i.test(model) && !/^latest$/i.test(model) ? { hosts: [host], written, model } : null;
}

function beforeSlash(key: string, providerIdOf: ProviderIdOf): NamedHost | null {
  const slash = key.indexOf("/");
  if (slash <= 0) return null;
  const [written, model] = [key.slice(0, slash), key.slice(slash + 1)];
  const host = providerIdOf(written);
  return { hosts: host === null ? [] : [host], written, model };
}

/** The host in a name; null for a name that says none. */
export const namedHost = (key: string, providerIdOf: ProviderIdOf): NamedHost | null =>
  beforeColon(key, providerIdOf) ?? byForm(key, providerIdOf) ?? beforeSlash(key, providerIdOf);
