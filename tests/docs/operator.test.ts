import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalog } from "@/lib/docs/catalog";
import { privacyDoc } from "@/lib/docs/operator/privacy";
import { supportDoc } from "@/lib/docs/operator/support";
import type { Site } from "@/lib/docs/site";
import { docMarkdown } from "@/lib/domain/pages/docs/doc-markdown";
import { navigation, pages } from "@/lib/pages";
import { addressPattern } from "@/lib/pages/address";
import { privacyPage, supportPage } from "@/lib/pages/operator";
import { site } from "../support/models/catalog";

const named: Site = {
  ...site,
  operator: {
    legalEntity: "Example Data LLC",
    jurisdiction: "USA",
    contact: "ops@example.org",
    socialUrl: "https://social.example/@data",
  },
};

describe.each([
  ["privacy", privacyDoc],
  ["support", supportDoc],
])("the page %s", (_, docOf) => {
  test("names operator and contact as they are configured", () => {
    const words = docMarkdown(docOf(named), named.baseUrl);
    expect(words).toContain("Test Data is run by Example Data LLC, USA.");
    expect(words).toContain("ops@example.org or https://social.example/@data");
    expect(words).not.toContain("not configured");
  });

  test("says that they are not known where nothing is configured", () => {
    const words = docMarkdown(docOf(site), site.baseUrl);
    expect(words).toContain("Who runs Test Data is not configured yet.");
    expect(words).toContain("How to reach the operator is not configured yet.");
    expect(words).not.toMatch(/null|undefined/);
  });

  test("leads only to what is served", () => {
    const links = [...JSON.stringify(docOf(named)).matchAll(/\]\((\/[^)]*)\)/g)].map(([, href = ""]) => href);
    const isServed = (href: string) =>
      pages.some((page) => addressPattern(page.path).test(href)) || catalog().some(({ path }) => path === href);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((href) => !isServed(href))).toEqual([]);
  });
});

test("both are reached from the end of every page, and from no navigation", () => {
  const shell = readFileSync("components/shell/shell.tsx", "utf8");
  const [, footer = ""] = shell.split("<footer");
  for (const { path } of [privacyPage, supportPage]) {
    expect(footer).toContain(`href="${path}"`);
    expect(JSON.stringify(navigation)).not.toContain(`"${path}"`);
  }
});
