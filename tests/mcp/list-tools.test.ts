import { describe, expect, test } from "vitest";
import { instructionsOf } from "@/lib/mcp/instructions";
import { listTools } from "@/lib/mcp/list-tools";
import { listPrompts, getPrompt } from "@/lib/mcp/prompts";
import { toolsOf } from "@/lib/mcp/tools";

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const OF_PAYMENT = /credit|receipt|billing|premium|account|x402|request_id|bearer/i;

describe.each([
  ["the free address", false],
  ["the address with payments", true],
])("%s", (_, isPaid) => {
  const tools = listTools(isPaid);

  test("has at most 14 tools, each with a short name that no host cuts", () => {
    expect(tools.length).toBeLessThanOrEqual(14);
    expect(tools.filter(({ name }) => !/^[a-z_]{3,20}$/.test(name)).map(({ name }) => name)).toEqual([]);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  });

  test("takes at most 8 KB for names, descriptions and input schemas, and 20 KB for the whole list", () => {
    expect(bytesOf(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })))).toBeLessThanOrEqual(8000);
    expect(bytesOf({ tools })).toBeLessThanOrEqual(20_000);
  });

  test("lists the same tools in the same order each time", () => {
    expect(JSON.stringify(listTools(isPaid))).toBe(JSON.stringify(tools));
    expect(tools.map(({ name }) => name)).toEqual(toolsOf(isPaid).map(({ name }) => name));
  });

  test("describes each tool, each of its arguments and its answer, and says in booleans what it may change", () => {
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect([name, title, (description ?? "").length >= 40], name).toEqual([name, expect.stringMatching(/\w/), true]);
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(schema, `${name} ${argument}`).toMatchObject({ description: expect.stringMatching(/\w/) });
      }
      expect(outputSchema, name).toMatchObject({ type: "object", properties: { summary: {}, rows: {} } });
      expect(annotations, name).toEqual({
        readOnlyHint: name !== "watches",
        destructiveHint: name === "watches",
        idempotentHint: name !== "watches",
        openWorldHint: name === "watches",
      });
    }
  });

  test("says what matters in the first 512 characters of its instructions", () => {
    const first = instructionsOf(isPaid).slice(0, 512);
    for (const word of ["find_models", "USD per 1M tokens", "third-party"]) expect(first).toContain(word);
  });

  test("mentions only tools of its own in descriptions, instructions and prompts", () => {
    const own = new Set(tools.map(({ name }) => name));
    const all = listTools(true).map(({ name }) => name);
    const given = { task: "x", model: "x", provider: "x", cve_id: "CVE-2024-3094" };
    const prompts = listPrompts().map(({ name }) => JSON.stringify(getPrompt(name, given, isPaid)));
    const texts = [...tools.map(({ description }) => description ?? ""), instructionsOf(isPaid), ...prompts];
    const named = all.filter((name) => name.includes("_") && texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
    expect(named.filter((name) => !own.has(name))).toEqual([]);
  });
});

test("the free address shows nothing of payments, and no tool that changes anything", () => {
  const shown = [JSON.stringify(listTools(false)), instructionsOf(false), JSON.stringify(listPrompts())].join(" ");
  expect(OF_PAYMENT.exec(shown)).toBeNull();
  expect(listTools(false).filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
});

test("the address with payments has every tool of the free one, with the prices of the endpoints", () => {
  const paid = new Map(listTools(true).map((tool) => [tool.name, tool.description ?? ""]));
  expect(listTools(false).filter(({ name }) => !paid.has(name))).toEqual([]);
  for (const { name, charges } of toolsOf(true)) if (charges) expect(paid.get(name), name).toMatch(/\b1 credit\b/);
});
