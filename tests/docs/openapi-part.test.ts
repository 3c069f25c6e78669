import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiDescription, catalogOf } from "@/lib/docs/catalog";
import { openApi } from "@/lib/docs/openapi";
import { openApiPart, partAddress } from "@/lib/docs/openapi-part";
import { operationId } from "@/lib/docs/operation-id";
import { thisSite } from "@/lib/docs/pages/this-site";
import type { Site } from "@/lib/docs/site";
import type { Tag } from "@/lib/http/endpoint";
import { description, everything, site } from "../support/models/catalog";
import { offenders } from "../support/offenders";
import { request } from "../support/server/request";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

interface Part {
  tags: { name: string }[];
  paths: Record<string, Record<string, { operationId: string; tags: string[]; responses: Record<string, object> }>>;
  webhooks?: Record<string, object>;
  components: Record<string, Record<string, unknown>>;
}

const whole = description as unknown as Part;
const operationsIn = ({ paths }: Part) => Object.values(paths).flatMap((item) => Object.values(item));
const partOf = (asked: Parameters<typeof openApiPart>[1]): Part => openApiPart(description, asked) as unknown as Part;
const tags = whole.tags.map(({ name }) => name as Tag);

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const isValid = async (part: Part) => (await new Validator().validate(structuredClone(part) as never)).valid;

describe("a part of the description", () => {
  test("has the operations of the tag and no others, and is valid by itself", async () => {
    expect(
      await offenders(
        tags.map((tag): [string, Tag] => [tag, tag]),
        async (tag) => {
          const part = partOf({ tag });
          const wanted = operationsIn(whole).filter((operation) => operation.tags.includes(tag));
          expect(operationsIn(part)).toEqual(wanted);
          expect(part.tags.map(({ name }) => name)).toEqual([tag]);
          expect(await isValid(part)).toBe(true);
          expect(await validate(structuredClone(part) as never)).toMatchObject({ valid: true, warnings: [] });
        },
      ),
    ).toEqual([]);
  });

  test("has one operation under its name, with every component that it refers to and none besides", async () => {
    const ids = operationsIn(whole).map((operation): [string, string] => [operation.operationId, operation.operationId]);
    expect(
      await offenders(ids, async (id) => {
        const part = partOf({ operation: id });
        expect(operationsIn(part).map((operation) => operation.operationId)).toEqual([id]);
        expect(await isValid(part)).toBe(true);
        const text = JSON.stringify(part);
        const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, at]) => at));
        const had = Object.entries(part.components)
          .filter(([kind]) => kind !== "securitySchemes")
          .flatMap(([kind, members]) => Object.keys(members).map((name) => `${kind}/${name}`));
        expect(had.toSorted()).toEqual([...referred].toSorted());
      }),
    ).toEqual([]);
  });

  test("has the deliveries with the subject that they belong to, and each of them by its name", () => {
    expect(Object.keys(partOf({ tag: "Watches" }).webhooks ?? {})).toEqual(["watch.fire", "watch.ping"]);
    expect(partOf({ tag: "Models" }).webhooks).toBeUndefined();
    expect(Object.keys(partOf({ operation: "receiveWatchFire" }).webhooks ?? {})).toEqual(["watch.fire"]);
  });

  test("is a small part of the whole", () => {
    const size = JSON.stringify(whole).length;
    for (const [, asked] of [["News", { tag: "News" }] as const, ["one", { operation: "getStatus" }] as const]) {
      expect(JSON.stringify(partOf(asked)).length).toBeLessThan(size / 8);
    }
  });
});

test("each refusal is one component that operations refer to", () => {
  const refusals = operationsIn(whole).flatMap(({ responses }) => Object.entries(responses).filter(([status]) => status !== "200"));
  expect(refusals.filter(([, response]) => !("$ref" in response))).toEqual([]);
});

test("each paid operation says its price to indexers of x402, and none does while nothing is sold", () => {
  const operations = (selling: boolean) =>
    operationsIn(
      openApi(everything, { ...site, wallet: { ...site.wallet, isEnabled: selling } } as Site) as unknown as Part,
    ) as unknown as {
      "x-credits": number;
      "x-payment-info"?: object;
    }[];
  const paid = operations(true).filter((operation) => operation["x-credits"] > 0);
  expect(paid.length).toBeGreaterThan(15);
  for (const operation of paid) {
    const amount = (operation["x-credits"] * 0.02).toFixed(2);
    expect(operation["x-payment-info"]).toEqual({ price: { mode: "fixed", currency: "USD", amount }, protocols: [{ x402: {} }] });
  }
  expect(operations(true).filter((operation) => operation["x-credits"] === 0 && operation["x-payment-info"])).toEqual([]);
  expect(operations(false).filter((operation) => operation["x-payment-info"])).toEqual([]);
});

describe("GET /openapi.json", () => {
  test("answers the part that is asked for", async () => {
    const { status, body } = await request(apiDescription, "/openapi.json?operation=getStatus");
    expect([status, Object.keys(body.paths)]).toEqual([200, ["/api/status"]]);
    const tagged = await request(apiDescription, partAddress({ tag: "GPU prices" }));
    expect([tagged.status, tagged.body.tags.map(({ name }: { name: string }) => name)]).toEqual([200, ["GPU prices"]]);
  });

  test.each(["tag", "operation"])("refuses a %s that there is not, and lists what is accepted", async (name) => {
    const { status, body } = await request(apiDescription, `/openapi.json?${name}=nothing-like-it`);
    expect([status, body.error, body.parameter]).toEqual([400, "invalid_parameter", name]);
    expect(body.message).toContain("nothing-like-it");
    const accepted = name === "tag" ? tags : catalogOf(thisSite()).map(operationId);
    for (const value of accepted) expect(body.accepted).toContain(value);
  });

  test("refuses an operation that the given tag does not have, and lists those that it has", async () => {
    const { status, body } = await request(apiDescription, "/openapi.json?tag=News&operation=getStatus");
    expect(status).toBe(400);
    expect(body.accepted).toContain("getNews");
    expect(body.accepted).not.toContain("getStatus");
  });
});
