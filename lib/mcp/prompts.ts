import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type Prompt } from "@modelcontextprotocol/server";

interface PromptText extends Prompt {
  text(given: Readonly<Record<string, string>>, isPaid: boolean): string;
}

const PROMPTS: readonly PromptText[] = [
  {
    name: "choose_model",
    title: "Choose a model",
    description: "Which model to take for a task, with prices and their age",
    arguments: [
      { name: "task", description: "What the model is for", required: true },
      { name: "budget", description: "Highest price, USD per 1M tokens" },
    ],
    text: ({ task, budget }, isPaid) =>
      `Choose a model for this task: ${task}.${budget ? ` It may cost at most ${budget} USD per 1M tokens.` : ""} ` +
      `${isPaid ? "Call best_model for the nearest of its tasks, or find_models where only needs count." : "Call find_models with what the task needs, then benchmarks for how able the candidates are."} ` +
      "Look at the two or three best with get_model: prices at each host, retirement, sources that disagree. Recommend one, and say why, how old the figures are and where they are from.",
  },
  {
    name: "migrate_model",
    title: "Migrate from a retired model",
    description: "What to use instead of a model that ends, and until when",
    arguments: [{ name: "model", description: "Id or name of the model in use", required: true }],
    text: ({ model }) =>
      `I use ${model}. Call retirements for it, and get_model for what it is now. Say when it ends at each host and which replacement its maker names. ` +
      "Compare the replacement and two others of the same needs (find_models) by price, context and capabilities, and list what will differ after the change.",
  },
  {
    name: "morning_brief",
    title: "Morning brief",
    description: "What changed since yesterday in what I use",
    arguments: [
      { name: "provider", description: "Provider that I use" },
      { name: "model", description: "Model that I use" },
      { name: "cve_id", description: "CVE that I follow" },
    ],
    text: ({ provider, model, cve_id: cve }, isPaid) =>
      `Give me a morning brief. Call whats_changed${provider ? ` for ${provider}` : ""}, check_services${provider ? ` for ${provider}` : ""}, retirements within 60 days${model ? ` for ${model}` : ""} and news. ` +
      `${cve && isPaid ? `Call security_card for ${cve}. ` : ""}` +
      `${cve && !isPaid ? `Say whether whats_changed lists ${cve}. ` : ""}` +
      "At most ten lines, the most urgent first; leave out what did not change; say what could not be read.",
  },
];

export const listPrompts = (): Prompt[] => PROMPTS.map(({ text: _, ...prompt }) => prompt);

export function getPrompt(name: string, given: Readonly<Record<string, string>>, isPaid: boolean): GetPromptResult {
  const prompt = PROMPTS.find((one) => one.name === name);
  const names = PROMPTS.map((one) => one.name).join(", ");
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt of this name; there are ${names}.`);
  const missing = (prompt.arguments ?? []).find((one) => one.required && !given[one.name]);
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `\`${missing.name}\` is required: ${missing.description}.`);
  return {
    description: prompt.description,
    messages: [{ role: "user", content: { type: "text", text: prompt.text(given, isPaid) } }],
  };
}
