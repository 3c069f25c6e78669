import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Key } from "@/lib/config/key-schemas";
import { KEYS, PROBE_KEY } from "@/lib/config/keys";
import { operationName } from "@/lib/docs/answer-examples";
import { catalog, catalogOf } from "@/lib/docs/catalog";
import { guides } from "@/lib/docs/guides";
import { docAt } from "@/lib/docs/pages/doc-at";
import { operationsOf } from "@/lib/docs/pages/operations";
import { ALERTS } from "@/lib/domain/alerts/alerts";
import type { Doc, DocBlock } from "@/lib/domain/pages/docs/doc";
import { docMarkdown } from "@/lib/domain/pages/docs/doc-markdown";
import { inlineParts } from "@/lib/domain/pages/docs/inline-parts";
import { ERRORS } from "@/lib/errors";
import { pages } from "@/lib/pages";
import { addressPattern } from "@/lib/pages/address";
import { sessionLimits } from "@/db/store/session-limits";
import { offenders } from "../support/offenders";
import { site } from "../support/models/catalog";

const operations = operationsOf(site);
const addresses: readonly [string, string[]][] = [
  ["/docs", []],
  ...guides.map(({ id }): [string, string[]] => [`/docs/guides/${id}`, ["guides", id]]),
  ...operations.map(({ id }): [string, string[]] => [`/docs/api/${id}`, ["api", id]]),
];

function documentAt(...segments: string[]): Doc {
  const doc = docAt(site, segments);
  if (doc === null) throw new Error(`/docs/${segments.join("/")} is listed and does not exist`);
  return doc;
}

const documents = addresses.map(([path, segments]): [string, Doc] => [path, documentAt(...segments)]);

function textsOf(block: DocBlock): string[] {
  if (block.kind === "text") return [block.text];
  if (block.kind === "list") return [...block.items];
  if (block.kind === "fields") return block.fields.map(({ text }) => text);
  return block.kind === "table" ? block.rows.flat() : [];
}

const linksOf = ({ lead, sections }: Doc): string[] =>
  [lead, ...sections.flatMap(({ blocks }) => blocks.flatMap(textsOf))]
    .flatMap(inlineParts)
    .flatMap((part) => (part.kind === "link" ? [part.href] : []));

/** Addresses that this service serves: pages, operations without a part to fill in, and files. */
function isServed(href: string): boolean {
  const path = href.replace(/[?#].*$/, "");
  if (/^\/docs\/(api|guides)\//.test(path)) return documents.some(([known]) => known === path);
  return (
    pages.some((page) => addressPattern(page.path).test(path)) ||
    catalog().some((endpoint) => endpoint.path === path) ||
    existsSync(`public${path}`)
  );
}

describe("every document", () => {
  test("has sections, calls and tables with names of their own, and words in each", async () => {
    expect(
      await offenders(documents, (doc) => {
        const named = doc.sections.flatMap(({ title, blocks }) => [
          title,
          ...blocks.flatMap((block) => ("label" in block ? [block.label] : [])),
        ]);
        expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
        expect(doc.lead).toMatch(/[.:]$/);
        for (const { title, blocks } of doc.sections) expect(blocks.length, title).toBeGreaterThan(0);
      }),
    ).toEqual([]);
  });

  test("leads only to what exists", async () => {
    expect(
      await offenders(documents, (doc) => {
        expect(linksOf(doc).filter((href) => !isServed(href))).toEqual([]);
      }),
    ).toEqual([]);
  });

  test("says everything in Markdown too, with whole addresses", async () => {
    expect(
      await offenders(documents, (doc) => {
        const markdown = docMarkdown(doc, site.baseUrl);
        expect(markdown.startsWith(`# ${doc.title}\n`)).toBe(true);
        for (const { title, blocks } of doc.sections) {
          expect(markdown).toContain(`\n## ${title}\n`);
          for (const block of blocks) {
            if (block.kind === "code") expect(markdown).toContain(block.text.trimEnd());
            if (block.kind === "fields") for (const { name } of block.fields) expect(markdown).toContain(`- \`${name}\``);
          }
        }
        expect(markdown.replace(/```[\s\S]*?```/g, "")).not.toMatch(/\]\(\//);
        expect(markdown).not.toMatch(/undefined|\[object|NaN/);
      }),
    ).toEqual([]);
  });
});

test("a member that may be null says what it is otherwise, and one of several alternatives says all of them", () => {
  const members = (id: string) => docMarkdown(documentAt("api", id), site.baseUrl);
  expect(members("getPremiumForecast")).toMatch(/- `interval\.histories` \(whole number or null\)/);
  expect(members("getBenchmarks")).toContain("- `models[].id` (text or null)");
  expect(members("getChanges")).toContain("- `events[].details.from` (object or number or null)");
});

test("words that Markdown would read as tags or marks stay words, and code stays code", () => {
  const words = "p < 0.05 or a*b, in `x < y * z` **bold <b>** [a < b](/docs)";
  const doc: Doc = { title: "T", lead: "L.", sections: [{ title: "S", blocks: [{ kind: "text", text: words }] }] };
  expect(docMarkdown(doc, "https://x.example")).toContain(
    "p \\< 0.05 or a\\*b, in `x < y * z` **bold \\<b>** [a \\< b](https://x.example/docs.md)",
  );
});

test("every operation has one page, with its price, its call in three languages and a real answer", () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(catalogOf(site).length);
  for (const { id, endpoint } of operations) {
    const { sections } = documentAt("api", id);
    const blocks = (title: string) => sections.find((section) => section.title === title)?.blocks ?? [];
    const samples = blocks("Call").flatMap((block) => (block.kind === "code" ? [block.language] : []));
    expect(samples, operationName(endpoint)).toEqual(["bash", "javascript", "python"]);
    expect(
      blocks("Answer").some(({ kind }) => kind === "code"),
      operationName(endpoint),
    ).toBe(true);
    expect(JSON.stringify(blocks("What it is for"))).toContain("**Price**");
  }
});

test("the guides explain every error and every alert, in the words of their declarations", () => {
  const errors = docMarkdown(documentAt("guides", "errors"), site.baseUrl);
  for (const [name, { title }] of Object.entries(ERRORS)) expect(errors).toContain(`- \`${name}\`: ${title}.`);
  const operating = docMarkdown(documentAt("guides", "operating"), site.baseUrl);
  for (const [name, { meaning, action }] of Object.entries(ALERTS)) {
    for (const words of [`## ${name}`, meaning, action]) expect(operating).toContain(words);
  }
});

test("the guide to the configuration has every key once, in the order of its declaration, with its default, and says which are secret", () => {
  const markdown = docMarkdown(documentAt("guides", "configuration"), site.baseUrl);
  const expected = [...Object.entries(KEYS as Record<string, Key>), [PROBE_KEY.name, PROBE_KEY] as const].map(
    ([name, { fallback, isSecret, meaning }]) => {
      const notes = [...(fallback === null ? [] : [`default ${fallback}`]), ...(isSecret ? ["secret"] : [])].join(", ");
      return `- \`${name}\`${notes === "" ? "" : ` (${notes})`}: ${meaning}.`;
    },
  );
  expect(markdown.split("\n").filter((line) => /^- `[A-Z0-9_<>]+`/.test(line))).toEqual(expected);
});

test("the guide to deploying says the time limits that connections begin with", () => {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout } = sessionLimits();
  expect(idle_in_transaction_session_timeout).toBe(statement_timeout);
  expect(docMarkdown(documentAt("guides", "deploying"), site.baseUrl)).toContain(
    `\`statement_timeout\` and \`idle_in_transaction_session_timeout\` of ${statement_timeout / 1000} s and a \`lock_timeout\` of ${lock_timeout / 1000} s`,
  );
});

test("the README names only addresses that are served, and every guide for operators", () => {
  const readme = readFileSync("README.md", "utf8");
  const named = [...readme.matchAll(/(?:`|localhost:3000)(\/[a-z][\w./-]*)/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !/^\/api\/premium\/watches\/$/.test(path) && !isServed(path))).toEqual([]);
  for (const id of ["deploying", "configuration", "operating"]) expect(named).toContain(`/docs/guides/${id}`);
});

test("there is no document at other addresses", () => {
  for (const segments of [["api"], ["guides"], ["api", "no-such"], ["guides", "no-such"], ["other", "x"], ["guides", "paying", "x"]]) {
    expect(docAt(site, segments)).toBeNull();
  }
});
