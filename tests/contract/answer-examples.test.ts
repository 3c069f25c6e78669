import { describe, expect, test } from "vitest";
import answers from "@/lib/docs/answer-examples.json";
import { operationName } from "@/lib/docs/answer-examples";
import { bodyFieldsOf, exampleBodies } from "@/lib/docs/body-fields";
import { llmsText } from "@/lib/docs/llms";
import { MCP_PATH } from "@/lib/docs/mcp-addresses";
import { parametersOf, templatedPath } from "@/lib/docs/parameters";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { description, everything, llms, llmsFull, meta, site } from "../support/models/catalog";
import { offenders } from "../support/offenders";
import { operationsOf, SpecValidator, type Description, type DeclaredOperation } from "../support/contract/spec";

const described = description as unknown as Description;
const validator = new SpecValidator(described);
const operations = operationsOf(described).map((declared): [string, DeclaredOperation] => [
  `${declared.method} ${declared.path}`,
  declared,
]);
const examples: Readonly<Record<string, unknown>> = answers;

describe("the example answer of", () => {
  test("every operation is shown, and is as described", async () => {
    expect(
      await offenders(operations, (declared, name) => {
        const [[type, media] = []] = Object.entries(declared.operation.responses["200"]?.content ?? {});
        const { example } = (media ?? {}) as { example?: unknown };
        expect(example, "write it with `npm run examples`").toBeDefined();
        expect(example).toEqual(examples[name]);
        const text = typeof example === "string" ? example : JSON.stringify(example);
        expect(validator.fault(declared, 200, type, text)).toBeNull();
        expect(text.length).toBeLessThan(6000);
      }),
    ).toEqual([]);
  });

  test("nothing that is not an operation is kept", () => {
    expect(Object.keys(examples).filter((name) => !operations.some(([known]) => known === name))).toEqual([]);
  });
});

const withBody = everything.filter(({ body }) => body).map((endpoint): [string, AnyEndpoint] => [operationName(endpoint), endpoint]);

describe("the body of", () => {
  test("every write stands in meta and the full document, member by member, with an example that is accepted", async () => {
    expect(
      await offenders(withBody, (endpoint) => {
        const fields = bodyFieldsOf(endpoint);
        const entry = meta.endpoints.find(({ method, path }) => `${method} ${path}` === operationName(endpoint));
        expect(fields.length).toBeGreaterThan(0);
        expect(entry?.body.map(({ name, required }) => [name, required])).toEqual(fields.map(({ name, isRequired }) => [name, isRequired]));
        expect(entry?.body_examples).toEqual(exampleBodies(endpoint));
        const section = llmsFull.split(/^### /m).find((one) => one.startsWith(`${operationName(endpoint)}\n`)) ?? "";
        for (const { name } of fields) {
          expect(section).toContain(`- \`${name}\` (body, `);
        }
        for (const { body } of exampleBodies(endpoint)) {
          expect(section).toContain(JSON.stringify(body).replaceAll("'", "'\\''"));
          expect(endpoint.body.safeParse(body).error).toBeUndefined();
        }
      }),
    ).toEqual([]);
  });

  test("a watch lists the values of every member, and shows each kind", () => {
    const create = meta.endpoints.find(({ method, path }) => method === "POST" && path === "/api/premium/watches");
    const values = Object.fromEntries((create?.body ?? []).map(({ name, enum: accepted }) => [name, accepted]));
    expect(values).toMatchObject({
      "spec.type": ["price", "status", "digest", "retirement", "capability", "new_model"],
      "spec.op": ["lt", "gt", "changes", "becomes"],
      "spec.value": ["operational", "degraded", "down"],
      "spec.cadence": ["daily", "weekly"],
      format: ["json", "slack", "discord", "teams"],
    });
    const specs = (create?.body_examples ?? []).map(({ body }) => (body as { spec: { type: string; op?: string } }).spec);
    expect(specs.map(({ type, op }) => [type, op])).toEqual([
      ["price", "lt"],
      ["price", "changes"],
      ["status", "becomes"],
      ["status", "changes"],
      ["retirement", undefined],
      ["capability", undefined],
      ["new_model", undefined],
      ["price", "changes"],
      ["digest", undefined],
    ]);
  });
});

describe("llms.txt", () => {
  const lines = llms.split("\n");

  test("begins with the ways that cost a reader least, then calls and paying, and stays below 12 KB", () => {
    const places = [MCP_PATH, "/docs/api/{name}.md", "/docs.md", "llms-full.txt", "Six calls", "How to pay", "Idempotency-Key"].map(
      (part) => llms.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Buffer.byteLength(llms)).toBeLessThanOrEqual(12 * 1024);
  });

  test("shows six calls, each of a free operation", () => {
    const block = llms.slice(llms.indexOf("Six calls"), llms.indexOf("How to pay"));
    const called = [...block.matchAll(/`curl '([^']+)'`/g)].map(([, address = ""]) => new URL(address).pathname);
    expect(new Set(called).size).toBe(6);
    for (const path of called) expect(everything.find((endpoint) => endpoint.path === path)?.access.kind, path).toBe("free");
  });

  test("teaches calling and paying in its first 40 lines", () => {
    const start = lines.slice(0, 40).join("\n");
    for (const taught of [
      "https://data.example.org",
      "Authorization: Bearer",
      "0.02 USD",
      "X-Payment-Tx",
      "PAYMENT-SIGNATURE",
      "120 requests",
      "llms-full.txt",
    ]) {
      expect(start).toContain(taught);
    }
  });

  test.each([
    ["llms.txt", llms],
    ["llms-full.txt", llmsFull],
  ])("every call of a priced operation in %s says how it is paid", (_, text) => {
    const calls = [...text.matchAll(/curl [^`\n]+/g)].map(([call]) => call).filter((call) => call.includes("/api/premium/"));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => !/-H "(Authorization: Bearer|X-Payment-Tx:|PAYMENT-SIGNATURE:) ?\$/.test(call))).toEqual([]);
  });

  test("says that nothing can be bought where nothing is sold", () => {
    const start = (isEnabled: boolean) =>
      llmsText(everything, { ...site, wallet: { address: null, isEnabled, reason: "No wallet." } })
        .split("\n")
        .slice(0, 40)
        .join("\n");
    expect(start(false)).toContain("nothing can be bought here at present");
    expect(start(true)).not.toContain("nothing can be bought here at present");
  });

  test("the full text says what every operation accepts", async () => {
    const named = everything.map((endpoint): [string, AnyEndpoint] => [`${endpoint.method} ${templatedPath(endpoint)}`, endpoint]);
    expect(
      await offenders(named, (endpoint, name) => {
        const entry = `${llmsFull}\n`.split(`### ${name}\n`)[1]?.split("\n### ", 1)[0] ?? "";
        for (const { name: field, schema } of [...parametersOf(endpoint), ...bodyFieldsOf(endpoint)]) {
          const line = entry.split("\n").find((one) => one.startsWith(`- \`${field}\` `)) ?? "";
          const bounds = [schema.minimum, schema.maximum].filter((bound) => bound !== undefined);
          const values = Array.isArray(schema.enum) ? schema.enum : bounds;
          for (const value of values) expect(line, field).toContain(String(value));
        }
      }),
    ).toEqual([]);
  });

  test("the full text lists every value that a parameter is known to take", () => {
    for (const { params, path } of meta.endpoints) {
      for (const { name, known } of params) {
        for (const value of known ?? []) expect(llmsFull, `${name} of ${path}`).toContain(value);
      }
    }
    for (const word of ["Hardware/Chips", "H100", "tool-use", "anthropic", "swe_bench"]) expect(llmsFull).toContain(word);
  });
});

describe("security", () => {
  test("has the bearer as its only scheme, optional where a header pays instead", () => {
    const { components } = description as { components: { securitySchemes: object; parameters: Record<string, { in: string }> } };
    expect(Object.keys(components.securitySchemes)).toEqual(["bearerAuth"]);
    for (const [name, { operation }] of operations) {
      const { security } = operation as unknown as { security?: unknown };
      const wanted = { free: undefined, token: [{ bearerAuth: [] }], premium: [{ bearerAuth: [] }, {}] }[operation["x-access"]];
      expect([name, security]).toEqual([name, wanted]);
    }
  });

  test("the 402's body is a schema with a name, with the terms in it", () => {
    const { schemas } = (description as { components: { schemas: Record<string, { allOf: { properties?: object; anyOf?: object[] }[] }> } })
      .components;
    const text = JSON.stringify(schemas.PaymentRequiredProblem);
    for (const member of [
      "credits_required",
      "accepts",
      "flow_options",
      "#/components/schemas/PaymentOffered",
      "#/components/schemas/X402Terms",
    ]) {
      expect(text).toContain(member);
    }
  });
});
