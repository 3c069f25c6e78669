import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findServices } from "@/lib/catalogs/find-services";
import { providers } from "@/lib/catalogs/providers";
import { statusPages } from "@/lib/catalogs/status-pages";
import { sharedFolder } from "../support/shared";
import { lacksShared } from "../support/lacks";

describe("status pages", () => {
  test("more than 25 providers have a machine-readable status page", () => {
    const readable = statusPages.filter((page) => page.machineUrl ?? page.feedUrl);
    expect(new Set(readable.map((page) => page.provider)).size).toBeGreaterThan(25);
  });

  test("every provider is in the provider table", () => {
    const ids = new Set(providers.map((provider) => provider.id));
    expect(statusPages.filter((page) => !ids.has(page.provider))).toEqual([]);
  });

  test("exactly the pages without a machine-readable address have the format `page`", () => {
    for (const page of statusPages) {
      expect([page.id, page.format === "page"]).toEqual([page.id, page.machineUrl === null && page.feedUrl === null]);
    }
  });

  test.each([
    ["anthropic", "Claude API"],
    ["Google", "Google Gemini and Vertex AI"],
    ["aws", "Amazon Bedrock"],
    ["cloudflare", "Cloudflare Workers AI"],
    ["GitHub", "GitHub Copilot"],
    ["grok", "xAI API"],
    ["kimi", "Moonshot AI (Kimi)"],
  ])("%s has %s", (text, service) => {
    expect(findServices(text).pages.map((page) => page.name)).toContain(service);
  });

  test.each([
    ["part of a name, from the start of a word", "qwen", ["Alibaba Cloud (Qwen)"]],
    ["a name among other words", "the fal queue", ["fal"]],
    ["a name with other marks", "claude-api", ["Claude API"]],
    ["a name within a longer word", "falcon", []],
    ["another name within a longer word", "metal", []],
    ["the end of a word", "seek", []],
    ["marks alone", "-()-", []],
  ])("%s: %s", (_what, text, services) => {
    expect(findServices(text).pages.map((page) => page.name)).toEqual(services);
  });
});

interface FactRecord {
  id: string;
  page_url: string;
  machine_url: string | null;
  feed_url: string | null;
  component_filter: string[] | null;
}

/** Pages that were moved to another product or host after the facts were collected. */
const MOVED = new Set(["mistral", "perplexity", "deepseek", "replicate"]);

describe.skipIf(lacksShared())("status pages compared with the collected facts", () => {
  test("every page has the addresses and the filter of the collected facts", () => {
    const { records } = JSON.parse(readFileSync(join(sharedFolder, "data/status_pages.json"), "utf8")) as { records: FactRecord[] };
    const byId = new Map(statusPages.map((page) => [page.id, page]));
    for (const record of records) {
      const page = byId.get(record.id);
      if (MOVED.has(record.id)) continue;
      expect(page).toMatchObject({ pageUrl: record.page_url, include: record.component_filter ?? [] });
      if (record.machine_url) expect(page?.machineUrl).toBe(record.machine_url);
      if (record.feed_url) expect(page?.feedUrl).toBe(record.feed_url);
    }
    expect(records.length).toBe(statusPages.length);
  });
});
