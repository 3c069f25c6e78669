import { expect, test } from "vitest";
import { companyOf } from "@/lib/catalogs/providers";
import { knownNames } from "@/lib/domain/models/known-names";
import { spelledId } from "@/lib/domain/models/names/spelled-id";
import { bundledListings, resolverOver } from "../../../support/models/named-models";

const SPELLED: readonly (readonly [id: string, name: string])[] = [
  ["claude-opus-5", "Claude Opus 5"],
  ["claude-3-5-sonnet", "Claude 3.5 Sonnet"],
  ["claude-opus-4-1@20250805", "Claude Opus 4.1 (20250805)"],
  ["claude-4-opus-20250514", "Claude 4 Opus (20250514)"],
  ["anthropic/claude-3-7-sonnet-latest", "Claude 3.7 Sonnet (latest)"],
  ["anthropic.claude-3-haiku-20240307-v1:0", "Claude 3 Haiku (20240307)"],
  ["chatgpt-4o-latest", "ChatGPT-4o (latest)"],
  ["gpt-3.5-turbo-instruct-0914", "GPT-3.5 Turbo Instruct 0914"],
  ["gpt-4-0613", "GPT-4 0613"],
  ["gpt-4o-mini-audio-preview-2024-12-17", "GPT-4o mini Audio Preview (2024-12-17)"],
  ["gpt-5-search-api", "GPT-5 Search API"],
  ["gpt-5.6", "GPT-5.6"],
  ["gpt-audio-1.5", "GPT Audio 1.5"],
  ["gpt-image-1-mini", "GPT Image 1 mini"],
  ["gpt-realtime-2.1-mini", "GPT Realtime 2.1 mini"],
  ["chatgpt-image-latest", "ChatGPT Image (latest)"],
  ["tts", "TTS"],
  ["tts-1-hd", "TTS-1 HD"],
  ["tts-hd", "TTS HD"],
  ["whisper", "Whisper"],
  ["glm", "GLM"],
  ["openai.gpt-5-nano", "GPT-5 nano"],
  ["o1-2024-12-17", "o1 (2024-12-17)"],
  ["o3-deep-research-2025-06-26", "o3-deep-research (2025-06-26)"],
  ["gemini-2.0-flash-001", "Gemini 2.0 Flash 001"],
  ["gemini-2.5-flash-lite-preview-06-17", "Gemini 2.5 Flash-Lite Preview (06-17)"],
  ["gemini-2.5-flash-native-audio-preview-09-2025", "Gemini 2.5 Flash Native Audio Preview (09-2025)"],
  ["gemini-robotics-er-1.5-preview", "Gemini Robotics ER 1.5 Preview"],
  ["google/gemma-3-12b-it", "Gemma 3 12B IT"],
  ["grok-4.6", "Grok 4.6"],
  ["grok-4-0709", "Grok 4 0709"],
  ["grok-4-1-fast-non-reasoning-latest", "Grok 4.1 Fast Non-Reasoning (latest)"],
  ["grok-4.20-multi-agent-beta-0309", "Grok 4.20 Multi-Agent Beta 0309"],
  ["grok-code-fast-1", "Grok Code Fast 1"],
  ["xai.grok-4.1-fast", "Grok 4.1 Fast"],
  ["nova-micro-v1", "Nova Micro"],
  ["amazon.nova-lite-v1:0", "Nova Lite"],
  ["cohere.command-a-reasoning-08-2025", "Command A Reasoning (08-2025)"],
  ["command-r-plus", "Command R Plus"],
  ["command", "Command"],
  ["qwen3-30b-a3b", "Qwen3 30B A3B"],
  ["qwen3-vl-32b-thinking", "Qwen3 VL 32B Thinking"],
  ["qwen2-5-coder-7b", "Qwen2.5 Coder 7B"],
  ["qwen-plus-latest", "Qwen Plus (latest)"],
  ["glm-4.5-airx", "GLM-4.5-AirX"],
  ["glm-4-32b-0414-128k", "GLM-4-32B-0414-128K"],
  ["glm-4.6v", "GLM-4.6V"],
  ["minimax-m2.5", "MiniMax-M2.5"],
  ["kimi-k2-5", "Kimi K2.5"],
  ["moonshotai/kimi-k2-instruct-0905", "Kimi K2 Instruct 0905"],
  ["moonshot-v1-128k-vision-preview", "Moonshot v1 128K Vision Preview"],
  ["deepseek-v3-0324", "DeepSeek V3 0324"],
  ["deepseek-r1-distill-llama-70b", "DeepSeek R1 Distill Llama 70B"],
  ["llama-3.1-nemotron-safety-guard-8b-v3", "Llama 3.1 Nemotron Safety Guard 8B v3"],
  ["meta.llama-4-maverick-17b-128e-instruct-fp8", "Llama 4 Maverick 17B 128E Instruct FP8"],
  ["magistral-medium-1-2-2509", "Magistral Medium 1.2 2509"],
  ["mistralai/mixtral-8x22b-instruct-v0.1", "Mixtral 8x22B Instruct v0.1"],
  ["open-mistral-nemo-2407", "Open Mistral Nemo 2407"],
  ["ibm/granite-guardian-3-2-2b", "Granite Guardian 3.2 2B"],
  ["jamba-1.5-large@001", "Jamba 1.5 Large (001)"],
  ["solar-mini", "Solar Mini"],
  ["twelvelabs.marengo-embed-2-7-v1:0", "Marengo Embed 2.7"],
  ["sonar-reasoning", "Sonar Reasoning"],
  ["nemotron-mini-4b-instruct", "Nemotron Mini 4B Instruct"],
];

test.each(SPELLED)("%s is written %s", (id, name) => {
  expect(spelledId(id)).toBe(name);
});

/** Names that somebody wrote, ids that are names themselves, and ids whose shape says nothing safely. */
const AS_THEY_ARE = [
  "Claude Opus 5",
  "GPT-4o (2024-05-13)",
  "Mistral Large (latest)",
  "o1",
  "o3-deep-research",
  "gpt-oss-120b",
  "gpt-35-turbo",
  "gpt-neox-20b",
  "babbage-002",
  "v0-1.5-md",
  "gliner-pii",
  "llama3.1-8b",
  "qwen25-coder-32b-instruct",
  "granite-3-3-3-8b",
  "anthropic.claude-v2:1",
  "us.anthropic.claude-opus-4-1-20250805-v1:0",
  "eu/gpt-4o-realtime-preview-2024-12-17",
  "ap-south-1/meta.llama3-8b-instruct-v1:0",
  "accounts/fireworks/models/deepseek-v3p1",
  "databricks-meta-llama-3-70b-instruct",
  "dracarys-llama-3.1-70b-instruct",
  "open-orca-7b",
  "",
];

test.each(AS_THEY_ARE)("%j stays as it is", (name) => {
  expect(spelledId(name)).toBe(name);
});

test("a written name is never written otherwise the second time", () => {
  for (const [, name] of SPELLED) expect(spelledId(name)).toBe(name);
});

test("a written name means the listing that its id means, unless another is called so, or it names a family", () => {
  const listings = bundledListings();
  const resolve = resolverOver(listings);
  const nameOf = knownNames(listings);
  const unnamed = listings.filter((listing) => listing.isMakersListing && spelledId(nameOf(listing)) !== nameOf(listing));
  expect(unnamed.length).toBeGreaterThan(40);
  const otherwise = unnamed.flatMap((listing) => {
    const name = spelledId(nameOf(listing));
    const { model, isNewest } = resolve(name);
    if (model === null || isNewest || nameOf(model) === name) return [];
    const isSame = model.modelId === listing.modelId && companyOf(model.providerId) === companyOf(listing.providerId);
    return isSame ? [] : [`${name}: ${model.modelId}`];
  });
  expect(otherwise).toEqual([]);
});
