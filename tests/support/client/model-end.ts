import type { ModelEnd } from "@/lib/client/cli/check/findings";

/** The end of a model as the service tells it. */
export const aModelEnd = (rest: Partial<ModelEnd> = {}): ModelEnd => ({
  host: "openai",
  host_name: "OpenAI",
  model: "gpt-4-0613",
  state: "deprecated",
  retires_on: "2026-12-11",
  days_left: 13,
  replacement: "gpt-5",
  options: [],
  rerouted_to: null,
  source_url: "https://developers.openai.com/api/docs/deprecations",
  ...rest,
});
