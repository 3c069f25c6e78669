import { describe, expect, test } from "vitest";
import { headlineState, selectComponents, type ComponentRules, type PageComponent } from "@/lib/domain/status/core-components";
import { severityOfText, type ServiceState } from "@/lib/domain/status/service-state";

const RULES: ComponentRules = { include: [], api: [], core: [], peripheral: [] };
const component = (name: string, status: ServiceState = "operational", group: string | null = null): PageComponent => ({
  name,
  group,
  status,
  rawStatus: status,
});
const coreOf = (names: string[], rules: Partial<ComponentRules> = {}) =>
  selectComponents(
    names.map((name) => component(name)),
    { ...RULES, ...rules },
  )
    .components.filter((component) => component.isCore)
    .map((component) => component.name);

describe("core and peripheral", () => {
  test.each([
    "Connectors",
    "Workspace",
    "Mobile Apps",
    "Atlas",
    "GPTs",
    "Codex Web",
    "VS Code extension",
    "Codex CLI",
    "FedRAMP",
    "Compliance API",
    "File uploads",
    "Login",
    "Logins and sign-up",
    "Search",
    "Agent",
    "Deep Research",
    "Sora",
    "Conversations",
    "Image Generation",
    "Voice mode",
    "Dashboard",
    "Claude Console (platform.claude.com)",
    "Billing",
    "Playground",
    "Website",
    "Documentation",
    "Python SDK",
    "Grok (iOS)",
    "Grok (Web)",
    "ChatGPT",
    "Le Chat",
    "GroqChat",
    "Chat",
    "Sign-in",
    "Single sign-on",
    "Android app",
  ])("%s is peripheral", (name) => {
    expect(coreOf([name])).toEqual([]);
  });

  test.each([
    "API",
    "Images",
    "claude.ai",
    "Claude API (api.anthropic.com)",
    "Responses",
    "Elasticsearch",
    "Mapping",
    "Clinic",
    "Research models",
    "Apple silicon",
  ])("%s is core", (name) => {
    expect(coreOf([name])).toEqual([name]);
  });

  test("an endpoint of the API is core, though a product has its name", () => {
    const { components } = selectComponents([component("Chat", "operational", "API endpoints"), component("Chat completions")], RULES);
    expect(components.map(({ isCore }) => isCore)).toEqual([true, true]);
  });

  test("where the entry names the API's components, only they are core, and all that is not peripheral where the page has none", () => {
    expect(coreOf(["Claude API", "claude.ai", "Models"], { api: ["api"] })).toEqual(["Claude API"]);
    expect(coreOf(["Inference", "Website"], { api: ["api"] })).toEqual(["Inference"]);
  });

  test("the page's own rules add core and peripheral names", () => {
    expect(coreOf(["API", "Claude Code", "Search"], { peripheral: ["claude code"], core: ["search"] })).toEqual(["API", "Search"]);
  });

  test("a filter that matches only peripheral names makes them core", () => {
    expect(coreOf(["Vector Search"], { include: ["Vector"] })).toEqual(["Vector Search"]);
  });

  test("a filter matches groups as well as names", () => {
    const selected = selectComponents([component("Completions", "degraded", "Workers AI"), component("DNS", "down")], {
      ...RULES,
      include: ["Workers AI"],
    });
    expect(selected.components.map((component) => component.name)).toEqual(["Completions"]);
  });

  test("sorts core components first, then those in trouble, then by the page's order", () => {
    const selected = selectComponents([component("Dashboard", "down"), component("A"), component("B", "degraded"), component("C")], RULES);
    expect(selected.components.map((component) => component.name)).toEqual(["B", "A", "C", "Dashboard"]);
  });

  test("treats pattern characters in names as text", () => {
    expect(coreOf(["C++ (beta)"], { include: ["C++ (beta)"] })).toEqual(["C++ (beta)"]);
  });
});

describe("headline", () => {
  test.each([
    [["operational", "down"], "down"],
    [["operational", "degraded"], "degraded"],
    [["operational", "operational"], "operational"],
    [["operational", "unknown"], "unknown"],
    [["degraded", "unknown"], "degraded"],
    [["unknown"], "unknown"],
  ] as const)("%s is %s, whatever the page says of itself", (states, expected) => {
    const { state } = selectComponents(
      states.map((status, index) => component(`x${index}`, status)),
      RULES,
    );
    expect(headlineState({ components: [], state }, "down", RULES)).toBe(expected);
  });

  test("without core components the page's own state counts, unless there is a filter", () => {
    const peripheral = selectComponents([component("Dashboard", "down")], RULES);
    expect(headlineState(peripheral, "operational", RULES)).toBe("operational");
    expect(headlineState(selectComponents([], RULES), "operational", { ...RULES, include: ["x"] })).toBe("unknown");
  });
});

describe("severity of words", () => {
  test.each([
    ["API unavailable", "down"],
    ["Service disruption in East US", "down"],
    ["Major incident", "down"],
    ["Outage", "down"],
    ["Elevated error rates", "degraded"],
    ["Partial outage", "degraded"],
    ["Minor service disruption", "degraded"],
    ["Slow, but no outage", "degraded"],
    ["", "degraded"],
  ] as const)("%j is %s", (text, expected) => {
    expect(severityOfText(text)).toBe(expected);
  });
});
