/** The twelve providers of the attention index, in its order, with the lower-case terms that name them. */
const ATTENTION_TERMS = {
  anthropic: ["anthropic", "claude"],
  openai: ["openai", "chatgpt", "gpt-4", "gpt-5", "gpt5", "o1 ", "o3 ", "sora", "codex"],
  google: ["google ai", "gemini", "deepmind", "bard", "vertex"],
  meta: ["meta ai", "llama"],
  mistral: ["mistral"],
  cohere: ["cohere", "command r"],
  deepseek: ["deepseek"],
  xai: ["xai", "grok"],
  perplexity: ["perplexity"],
  nvidia: ["nvidia", "cuda"],
  huggingface: ["hugging face", "huggingface"],
  cursor: ["cursor ", "anysphere"],
} as const satisfies Record<string, readonly string[]>;

export type AttentionProvider = keyof typeof ATTENTION_TERMS;

export const attentionProviders = Object.keys(ATTENTION_TERMS) as AttentionProvider[];

export const isAttentionProvider = (id: string): id is AttentionProvider => Object.hasOwn(ATTENTION_TERMS, id);

/**
 * Terms match at word starts, so "bombard" and "explainxai" do not match. A trailing space requires
 * the word to end there.
 */
const patterns = attentionProviders.map((id) => ({
  id,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${ATTENTION_TERMS[id].map((term) => term.replace(/ $/, "(?![\\p{L}\\p{N}])")).join("|")})`,
    "u",
  ),
}));

export function providersNamedIn(...texts: readonly string[]): AttentionProvider[] {
  const text = texts.join(" \n ").toLowerCase();
  return patterns.filter(({ pattern }) => pattern.test(text)).map(({ id }) => id);
}
