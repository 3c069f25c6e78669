import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { models } from "@/lib/endpoints/models";
import { compareModels } from "@/lib/endpoints/premium/compare/models";
import { costProjection } from "@/lib/endpoints/premium/cost/projection";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { routing } from "@/lib/endpoints/premium/routing";
import { createWatch, listWatches } from "@/lib/endpoints/premium/watches";
import { CORS_HEADERS } from "@/lib/http/call/respond";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { premiumCall } from "../support/money/premium-call";
import { fundedToken } from "../support/money/money";
import { forgetPrepared, request } from "../support/server/request";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

const IGNORED = "x-ignored-parameters";
let database: TestDatabase;

beforeAll(async () => void (database = await useTestDatabase()));
beforeEach(forgetPrepared);
afterAll(() => database.close());

describe("a paid call with a name that is not declared", () => {
  test("is refused uncharged, with the closest name: `query` of the news search, which answered the newest articles for a credit", async () => {
    const { status, body, spent } = await premiumCall(database.db, newsSearch, { query: "open weights" });
    expect([status, spent]).toEqual([400, 0]);
    expect(body).toMatchObject({
      ok: false,
      error: "unknown_parameter",
      message: "`query` is not known here; perhaps `q` was meant.",
      parameter: "query",
      unknown_parameters: ["query"],
      candidates: ["q"],
      known_parameters: ["category", "from", "limit", "provider", "q", "to"],
      billing: { credits_charged: 0 },
    });
  });

  test.each([
    [routing, "budjet", "budget"],
    [routing, "minquality", "min_quality"],
    [routing, "top_k", "top_n"],
    [compareModels, "models", "ids"],
    [costProjection, "models", "model"],
    [newsSearch, "Q", "q"],
    [newsSearch, "since", "from"],
  ])("suggests what was meant: %#", async (endpoint, given, meant) => {
    const { body } = await premiumCall(database.db, endpoint, { [given]: "1" });
    expect([body.error, body.candidates[0]]).toEqual(["unknown_parameter", meant]);
  });

  test("suggests nothing where nothing is close, and comes before what is missing", async () => {
    const { body } = await premiumCall(database.db, costProjection, { zzzzzz: "1" });
    expect(body).toMatchObject({ error: "unknown_parameter", candidates: [], message: "`zzzzzz` is not known here." });
  });

  test("is refused without a token, too: nobody is asked to pay for it", async () => {
    expect((await request(newsSearch, "/api/premium/news/search?query=x")).body).toMatchObject({ error: "unknown_parameter" });
  });

  test("is answered where the name says only where the reader came from; a header names it", async () => {
    const { status, headers } = await premiumCall(database.db, routing, {
      task: "code",
      utm_source: "chatgpt.com",
      fbclid: "x",
      _: "1",
    });
    expect([status, headers.get(IGNORED)]).toEqual([200, "utm_source, fbclid, _"]);
  });

  test("quotes hostile names cut and without characters that turn a text around", async () => {
    const { body } = await premiumCall(database.db, routing, { ["x".repeat(3000)]: "1", "a\u202Eb": "1" });
    expect(body.parameter).toBe("x".repeat(60));
    expect(body.unknown_parameters).toEqual(["x".repeat(60), "ab"]);
  });
});

describe("a body", () => {
  const spec = { type: "price", model: "Claude Opus 4.5", field: "blended", op: "lt", threshold: 10 };
  const callback = "https://93.184.215.14/hook";

  async function register(body: object) {
    const { bearer } = await fundedToken(database.db, 3);
    const headers = { ...bearer, "content-type": "application/json" };
    return request(createWatch, createWatch.path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  test.each([
    ["a misspelt member", { spec, callback_url: callback, firecap: 5 }, "firecap", "fire_cap"],
    ["another API's word", { spec, url: callback }, "url", "callback_url"],
    ["a member of its spec", { spec: { ...spec, treshold: 5 }, callback_url: callback }, "spec.treshold", "spec.threshold"],
    ["a member of another kind of watch", { spec: { ...spec, cadence: "daily" }, callback_url: callback }, "spec.cadence", undefined],
    ["a member that would change the object", JSON.parse(`{"__proto__":{"a":1},"callback_url":"${callback}"}`), "__proto__", undefined],
  ])("of a paid call is refused with %s", async (_, body, given, meant) => {
    const answer = await register(body);
    expect(answer.body).toMatchObject({ error: "unknown_parameter", parameter: given, billing: { credits_charged: 0 } });
    if (meant) expect(answer.body.candidates[0]).toBe(meant);
  });

  test("of a paid call may have what its kind of watch does not need", async () => {
    expect((await register({ spec: { ...spec, op: "changes" }, callback_url: callback })).status).toBe(200);
  });

  test("of a free call is answered, and a header names what is not known", async () => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ amount_usd: 5, walet: "x" }) };
    const { headers } = await request(buyCredits, buyCredits.path, init);
    expect(headers.get(IGNORED)).toBe("walet");
  });
});

describe("a free call with a name that is not declared", () => {
  test("is answered, and a header that any origin may read names it", async () => {
    const { status, headers } = await request(models, "/api/models?maxprice=1&maxprice=2&max_price=5&format=json");
    expect([status, headers.get(IGNORED)]).toEqual([200, "maxprice"]);
    expect((await request(models, "/api/models?max_price=5")).headers.get(IGNORED)).toBeNull();
    expect(CORS_HEADERS["Access-Control-Expose-Headers"]?.toLowerCase()).toContain(IGNORED);
  });

  test("names it each time, also once the answer is prepared, and on a 304", async () => {
    for (let call = 0; call < 3; call++) {
      const { headers } = await request(models, "/api/models?maxprice=1");
      expect(headers.get(IGNORED)).toBe("maxprice");
      const unchanged = await request(models, "/api/models?maxprice=1", { headers: { "if-none-match": headers.get("etag") ?? "" } });
      expect([unchanged.status, unchanged.headers.get(IGNORED)]).toEqual([304, "maxprice"]);
    }
    expect([...preparedStore().targets.keys()].filter((target) => target.includes("maxprice"))).toEqual([]);
  });

  test("keeps the header short and plain, whatever the names are", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `${index}; Set-Cookie: a=b, "💥"`.repeat(20));
    const search = new URLSearchParams(names.map((name) => [name, "1"])).toString();
    const value = (await request(models, `/api/models?${search}`)).headers.get(IGNORED) ?? "";
    expect(value).toMatch(/^[\w%.,~!*'() -]+$/);
    expect(value.length).toBeLessThan(700);
    expect((await request(models, "/api/models?=1&&")).headers.get(IGNORED)).toBeNull();
  });

  test("is one that needs a token, too", async () => {
    const { bearer } = await fundedToken(database.db, 1);
    const { status, headers } = await request(listWatches, "/api/premium/watches?state=active", { headers: bearer });
    expect([status, headers.get(IGNORED)]).toEqual([200, "state"]);
  });
});

describe("a blank value", () => {
  test("is refused on a paid call, also where any text is taken", async () => {
    for (const name of ["q", "limit", "from", "provider"]) {
      const { status, body, spent } = await premiumCall(database.db, newsSearch, { [name]: " " });
      expect([status, body.parameter, spent]).toEqual([400, name, 0]);
    }
  });

  test.each(["max_price", "provider", "tier", "open_weights", "format"])("of `%s` is refused on a free call", async (name) => {
    const { status, body } = await request(models, `/api/models?${name}=`);
    expect([status, body.error, body.parameter, body.given]).toEqual([400, "invalid_parameter", name, ""]);
  });
});

test.each(["+5", "%2B5", "%205", "5%20"])("a number is refused as %s", async (value) => {
  expect((await request(models, `/api/models?max_price=${value}`)).body).toMatchObject({
    error: "invalid_parameter",
    parameter: "max_price",
  });
});
