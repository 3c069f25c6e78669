import { expect, test } from "vitest";
import { servicesOfProvider } from "@/lib/domain/status/provider-services";

const services = [
  { id: "gemini", provider: "google", isApi: true },
  { id: "studio", provider: "google", isApi: false },
  { id: "bedrock", provider: "amazon-bedrock", isApi: true },
  { id: "copilot", provider: "github-copilot", isApi: false },
  { id: "acme-one", provider: "acme", isApi: true },
  { id: "acme-two", provider: "acme", isApi: true },
];
const companies: Record<string, string> = {
  "google-vertex": "google",
  "amazon-bedrock": "amazon",
  "github-copilot": "github",
  github: "microsoft",
};
const servicesOf = (id: string) =>
  servicesOfProvider(services, id, { companyOf: (provider) => companies[provider] ?? provider }).map(({ id: service }) => service);

test.each([
  ["all of its own APIs", "acme", ["acme-one", "acme-two"]],
  ["only its APIs when it has other pages too", "google", ["gemini"]],
  ["its other page when it has no API", "github-copilot", ["copilot"]],
  ["its company's services when it has none", "google-vertex", ["gemini"]],
  ["its product's services when the company has none", "amazon", ["bedrock"]],
  ["no service when none is followed", "nobody", []],
])("takes the state of a provider from %s", (_, provider, expected) => {
  expect(servicesOf(provider)).toEqual(expected);
});
