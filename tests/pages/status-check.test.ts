import { expect, test } from "vitest";
import { statusCheck } from "@/lib/endpoints/status/check";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch } from "@/lib/pages/search";
import { checksOf, statusPage } from "@/lib/pages/status";

test.each([
  ["a provider by its id, its name and another of its names", ["openai", "Hugging Face", "grok"], "services"],
  ["a service by its name, also with a digit", ["Claude API", "n8n"], "services"],
  ["part of a service's name", ["claude", "gemini"], "services"],
  ["a provider of which no service is followed", ["sambanova"], "services"],
  ["a model with its version", ["gpt-5", "claude-sonnet-4-6", "falcon-180b"], "models"],
  ["a model that says its host", ["azure/gpt-5", "us.anthropic.claude-opus-4-5-20251101-v1:0", "groq:llama-3.3-70b"], "models"],
  ["a name that is neither", ["zzzz"], "models"],
] as const)("the field of the status page takes %s", (_what, names, kind) => {
  expect(checksOf(names)).toEqual([{ [kind]: names.join(",") }]);
});

test("names of both kinds are two questions", () => {
  expect(checksOf(["openai", "azure/gpt-5", "groq"])).toEqual([{ services: "openai,groq" }, { models: "azure/gpt-5" }]);
  expect(checksOf([])).toEqual([]);
});

test("the address of the page asks what the form asks, and the API menu shows that request", () => {
  const { values, ignored } = readSearch(statusPage, { check: " openai, groq,,openai " });
  expect([values.check, ignored]).toEqual([["openai", "groq"], []]);
  const request = requestsOf(statusPage, values).find(({ endpoint }) => endpoint === statusCheck);
  expect(request?.target).toBe("/api/status/check?services=openai%2Cgroq");
});
