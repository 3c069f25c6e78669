/** Makers by model name; the first pattern that matches the last part of an id wins. */
const NAME_PATTERNS: readonly (readonly [string, RegExp])[] = [
  ["nvidia", /nemotron/],
  ["deepseek", /^deepseek/],
  ["nousresearch", /^(nous-|hermes)/],
  ["openai", /^(gpt-|chatgpt|o[134](-|$)|codex-|davinci-00|babbage-00|text-davinci)/],
  ["anthropic", /^claude/],
  ["google", /^(gemini|gemma|codegemma|learnlm)/],
  ["meta", /^(llama|meta-llama|codellama|muse-)/],
  ["mistral", /^(mistral|mixtral|codestral|devstral|magistral|ministral|pixtral|voxtral|open-mi[sx]tral)/],
  ["cohere", /^(command|c4ai|aya)/],
  ["xai", /^grok/],
  ["perplexity", /^(sonar|r1-1776)/],
  ["alibaba", /^(qwen|qwq|qvq)/],
  ["moonshotai", /^(kimi|moonshot)/],
  ["zai", /^(glm|chatglm)/],
  ["minimax", /^(minimax|abab)/],
  ["microsoft", /^(phi-|mai-|wizardlm)/],
  ["amazon", /^(nova-|titan-|amazon\.)/],
  ["ai21", /^(jamba|j2-|ai21\.)/],
  ["ibm", /^granite/],
  ["stepfun", /^step-/],
  ["upstage", /^solar/],
  ["inception", /^mercury/],
  ["xiaomi", /^mimo/],
  ["baidu", /^ernie/],
  ["bytedance", /^(doubao|seed-)/],
  ["tencent", /^hunyuan/],
  ["bailing", /^(ling-|ring-)/],
  ["sarvam", /^sarvam/],
  ["allenai", /^(olmo|tulu|molmo)/],
  ["liquid", /^lfm/],
  ["tii", /^falcon/],
  ["writer", /^palmyra/],
  ["meituan", /^longcat/],
  ["twelve-labs", /^marengo/],
];

// Removes regions, account prefixes or runtimes before the model. Examples: `us.anthropic.claude-…`,
// `@cf/meta/llama-…`.
const leafOf = (modelId: string): string =>
  (modelId.toLowerCase().split("/").at(-1) ?? "").replace(
    /^(?:[a-z]{2,6}\.)?(?:anthropic|meta|mistral|cohere|deepseek|qwen|openai|moonshot|moonshotai|minimax|google|zai|nvidia)\./,
    "",
  );

export function makerByName(modelId: string): string | null {
  const leaf = leafOf(modelId);
  return NAME_PATTERNS.find(([, pattern]) => pattern.test(leaf))?.[0] ?? null;
}

/** Path segments before the model, outermost first: `zai-org` in `zai-org/GLM-5`. */
export const namespacesOf = (modelId: string): string[] => modelId.split("/").slice(0, -1);
