import { validateDiscoveryExtension, validateDiscoveryExtensionSpec, type DiscoveryExtension } from "@x402/extensions/bazaar";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/lib/endpoints";
import { paidInputOf } from "@/lib/http/call/paid-input";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { declareInput } from "@/lib/money/chain/declare-input";
import { offenders } from "../support/offenders";

const paid = endpoints
  .filter(({ access }) => access.kind === "premium")
  .map((endpoint): [string, AnyEndpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);

const extensionOf = async (endpoint: AnyEndpoint) =>
  (await declareInput(paidInputOf(endpoint))).bazaar as DiscoveryExtension & { routeTemplate?: string };

/** All headers of an answer have 16 KB, and the demand with its target is most of them. */
const MOST_BYTES = 2048;

describe("what a paid operation takes, as its 402 says it", () => {
  test("is valid for the package that indexers read it with, and its example fits its schema", async () => {
    expect(paid.length).toBeGreaterThan(15);
    expect(
      await offenders(paid, async (endpoint) => {
        const extension = await extensionOf(endpoint);
        expect(validateDiscoveryExtension(extension)).toMatchObject({ valid: true });
        expect(validateDiscoveryExtensionSpec(extension as never)).toMatchObject({ valid: true });
        expect(JSON.stringify(extension).length).toBeLessThan(MOST_BYTES);
      }),
    ).toEqual([]);
  });

  test("has every parameter of the declaration, its method and its route", async () => {
    expect(
      await offenders(paid, async (endpoint) => {
        const { info, schema, routeTemplate } = (await extensionOf(endpoint)) as unknown as {
          info: { input: { method: string; pathParams?: object; queryParams?: object; body?: object } };
          schema: { properties: { input: { properties: Record<string, { properties?: object; enum?: string[] }> } } };
          routeTemplate?: string;
        };
        const { method, queryParams, body, pathParams } = schema.properties.input.properties;
        expect([info.input.method, method?.enum]).toEqual([endpoint.method, [endpoint.method]]);
        if (endpoint.body) expect(Object.keys(body?.properties ?? {}).length).toBeGreaterThan(0);
        else expect(Object.keys(queryParams?.properties ?? {})).toEqual(Object.keys(endpoint.query?.shape ?? {}));
        expect(Object.keys(pathParams?.properties ?? {})).toEqual(Object.keys(endpoint.params?.shape ?? {}));
        if (endpoint.path.includes("[")) expect(routeTemplate).toBe(endpoint.path.replace(/\[(\w+)\]/g, ":$1"));
      }),
    ).toEqual([]);
  });
});
