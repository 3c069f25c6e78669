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
const of = (id: string) =>
  servicesOfProvider(services, id, { companyOf: (provider) => companies[provider] ?? provider }).map(({ id: service }) => service);

test.each([
  ["its own APIs, all of them", "acme", ["acme-one", "acme-two"]],
  ["its APIs alone where it has other pages too", "google", ["gemini"]],
  ["its other page where it has no API", "github-copilot", ["copilot"]],
  ["its company's where it has none of its own", "google-vertex", ["gemini"]],
  ["its product's where the company has none", "amazon", ["bedrock"]],
  ["none where nobody is followed", "nobody", []],
])("the state of a provider is made by %s", (_, provider, expected) => {
  expect(of(provider)).toEqual(expected);
});
