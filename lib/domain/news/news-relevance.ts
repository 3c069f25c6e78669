const KEYWORDS = [
  "a\\.?i\\.?|artificial intelligence|machine learning|deep learning|neural (?:net|network)s?|llms?|large language models?",
  "language models?|foundation models?|frontier models?|generative|gen-?ai|agentic|ai agents?|chatbots?|chatgpt",
  "gpt(?:-?[0-9][a-z0-9.]*)?|openai|anthropic|claude|gemini|deepmind|copilot|llama(?:-?[0-9.]+)?|mistral|deepseek",
  "qwen[0-9.]*|kimi|grok|xai|cohere|perplexity|hugging ?face|midjourney|stable diffusion|sora|nvidia|cuda|gpus?|tpus?",
  "transformers?|diffusion models?|reinforcement learning|rlhf|fine-?tun(?:e|ed|ing)|embeddings?",
  "vector (?:databases?|search|stores?)|retrieval[- ]augmented|rag|prompt (?:injection|engineering)s?|inference|alignment",
  "agi|superintelligence|deepfakes?|computer vision|speech recognition|text-to-(?:image|video|speech)|multimodal|mcp",
  "model context protocol|vibe cod(?:ing|ers?|ed?)|robotaxis?|humanoid|autonomous (?:vehicles?|driving|agents?)|self-driving",
  "data cent(?:er|re)s?|hbm[0-9a-z]*|cursor|codex|altman|pytorch|tensorflow|langchain|ollama|arxiv",
];

const AI = new RegExp(`(?<![\\p{L}\\p{N}])(?:${KEYWORDS.join("|")})(?![\\p{L}\\p{N}])`, "iu");

/** Matches on word boundaries: "said" and "Air" do not count. */
export const isAiRelated = (title: string, description: string): boolean => AI.test(title) || AI.test(description.slice(0, 1000));

const DEALS: readonly RegExp[] = [
  /\b(?:black friday|cyber monday|prime day|boxing day|labor day|memorial day|presidents'? day|big deal days)\b.{0,60}\b(?:deals?|sales?|discounts?|offers?|savings?)\b/i,
  /\b(?:best|top|early|hot|today'?s|daily|weekend)\b.{0,40}\bdeals?\b(?!.{0,20}\b(?:with|between|makers?|signed)\b)/i,
  /\b(?:save|get|grab|score|snag)\b.{0,40}(?:\b\d{1,2}% off\b|[$€£]\d{1,4}(?:\.\d\d)? off\b)/i,
  /\b\d{1,2}% off\b|[$€£]\d{1,4}(?:\.\d\d)? off\b/i,
  /\b(?:promo|coupon|discount|voucher) codes?\b/i,
  /\b(?:lowest price (?:ever|yet|of the year)|price drop|on sale (?:now|for|today)|record[- ]low price|gift guide|buy one,? get one)\b/i,
  /\b(?:lifetime (?:subscription|license|access))\b.{0,60}[$€£]\d/i,
];

export const isDealSpam = (title: string): boolean => DEALS.some((pattern) => pattern.test(title));
