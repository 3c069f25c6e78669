import { agentSkills } from "@/lib/docs/discovery/agent-skill";
import { serverJson } from "@/lib/docs/discovery/mcp-server";
import { modelEol } from "@/lib/docs/model-eol";
import { describe, expect, test } from "vitest";
import { openApi } from "@/lib/docs/openapi";
import { description as built, everything, site } from "../support/models/catalog";
import { CLIENT_READS } from "../support/server/client-reads";
import { fuzzCalls } from "../support/fuzz";
import { inTier } from "../support/lacks";
import { httpCall, newAddress } from "../support/server/http-call";
import { exampleBodiesOf, operationsOf, type DeclaredOperation, type Description } from "../support/contract/spec";
import { exampleOf, parameterCases, targetOf, WEIRD_TARGETS } from "../support/contract/spec-cases";
import {
  ask,
  askEach,
  callOf,
  commonFault,
  front,
  generatedFault,
  inChunks,
  isFree,
  isMomentary,
  isPremium,
  isProbe,
  servers,
  useServers,
  validator,
} from "./compared-servers";

/**
 * Holds the running server to its own description over HTTP. The first answer of a call comes from its
 * handler, later ones may be prepared.
 */

const operations = operationsOf(built as unknown as Description);
const label = (declared: DeclaredOperation): [string, DeclaredOperation] => [`${declared.method} ${declared.path}`, declared];
const reads = operations.filter(({ method }) => method === "GET");
const labelledReads = reads.map(label);
const labelledWrites = operations.filter(({ method }) => method !== "GET").map(label);

/** Documents in the format of somebody else, which has no member `ok`. */
const FOREIGN_FORMATS = ["/openapi.json", modelEol.path, serverJson.path, agentSkills.path, "/api/history/prices/book"];

useServers();

/** True for calls that answer the same bytes until the data changes. */
const isSteady = (declared: DeclaredOperation): boolean =>
  isFree(declared) && !isMomentary(declared.path) && declared.path !== "/api/preview/routing";

const exampleTargetOf = (declared: DeclaredOperation): string => targetOf(declared, exampleOf(declared));

test("serves the description that the declarations produce", async () => {
  const served = JSON.parse((await ask({ target: "/openapi.json" })).text) as Description;
  // The served one says what can be bought only where something is sold, which is not so here.
  const { paths } = openApi(everything, { ...site, wallet: { address: null, isEnabled: false, reason: null } });
  expect(served.paths).toEqual(JSON.parse(JSON.stringify(paths)));
});

test("read every source of the replay world, and every dataset is fresh", async () => {
  const { failingSources, staleDatasets, jobs } = JSON.parse((await ask({ target: "/api/health" })).text) as Record<string, unknown[]>;
  expect({ failingSources, staleDatasets }).toEqual({ failingSources: [], staleDatasets: [] });
  expect((jobs as { outcome: string }[]).filter(({ outcome }) => outcome === "failed")).toEqual([]);
});

describe.each(labelledReads)("%s", (_, declared) => {
  test("answers its example as described, prepared or not, in every encoding", async () => {
    const target = exampleTargetOf(declared);
    const first = await ask(callOf(declared, target));
    expect(first.status, first.text.slice(0, 300)).toBe(200);
    expect(validator.fault(declared, first.status, first.headers["content-type"], first.text)).toBeNull();
    expect(commonFault(first, declared)).toBeNull();
    if (first.headers["content-type"]?.startsWith("application/json") && !FOREIGN_FORMATS.includes(declared.path)) {
      expect(JSON.parse(first.text)).toMatchObject({ ok: true });
    }
    for (const encoding of ["identity", "gzip", "br", "gzip;q=0, br;q=0.5, *;q=0"]) {
      const again = await ask(callOf(declared, target, { headers: { "accept-encoding": encoding } }));
      expect(again.status).toBe(200);
      if (isSteady(declared)) expect([again.text, again.headers.etag]).toEqual([first.text, first.headers.etag]);
    }
  });

  test("accepts and refuses each parameter as described: missing, wrong, at its bounds, huge, strange, repeated", async () => {
    const faults = await inChunks(parameterCases(declared), async ({ name, target, statuses }) => {
      const answer = await ask(callOf(declared, target));
      if (!statuses.includes(answer.status)) {
        return `${name}: ${answer.status} instead of ${statuses.join(" or ")}: ${answer.text.slice(0, 200)}`;
      }
      const fault = commonFault(answer, declared) ?? validator.fault(declared, answer.status, answer.headers["content-type"], answer.text);
      return fault && `${name}: ${fault}`;
    });
    expect(faults).toEqual([]);
  });

  test("answers HEAD without a body, an unchanged copy with 304, OPTIONS without a limit, other methods with 405", async () => {
    const target = exampleTargetOf(declared);
    const get = await ask(callOf(declared, target));
    const head = await ask(callOf(declared, target, { method: "HEAD" }));
    expect([head.status, head.raw.byteLength, head.headers["content-type"]]).toEqual([200, 0, get.headers["content-type"]]);
    if (isSteady(declared)) {
      for (const { port } of servers) {
        const { etag, "cache-control": maxAge } = (await httpCall(port, { target })).headers;
        const unchanged = await httpCall(port, { target, headers: { "if-none-match": etag } });
        expect([unchanged.status, unchanged.raw.byteLength, unchanged.headers.etag, unchanged.headers["cache-control"]]).toEqual([
          304,
          0,
          etag,
          maxAge,
        ]);
      }
    }
    const options = await ask({
      target,
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "GET" },
    });
    expect([options.status, options.text, options.headers["ratelimit-limit"]]).toEqual([204, "", undefined]);
    expect(options.headers["access-control-allow-methods"]).toBe("GET, POST, DELETE, OPTIONS");
    const declaredMethods = operations.filter(({ path }) => path === declared.path).map(({ method }) => method);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"].filter((other) => !declaredMethods.includes(other))) {
      const refused = await ask({ target, method, body: "{}" });
      expect([method, refused.status, refused.headers.allow?.split(", ").toSorted()]).toEqual([
        method,
        405,
        [...declaredMethods, "HEAD", "OPTIONS"].toSorted(),
      ]);
      expect(validator.fault(declared, 405, refused.headers["content-type"], refused.text)).toBeNull();
    }
  });
});

const WRONG_BODIES = [
  "",
  "null",
  "[]",
  "{",
  "\u0000",
  "42",
  '"text"',
  `{"amount_usd":"${"9".repeat(5000)}"}`,
  `[${"[".repeat(5000)}`,
  `{"x":"${"é".repeat(9000)}"}`,
  '{"__proto__":{"x":1}}',
];

describe.each(labelledWrites)("%s", (_, declared) => {
  const path = targetOf(declared, exampleOf(declared));

  test("answers its example and refuses invalid bodies as described", async () => {
    const calls = [...exampleBodiesOf(declared).map((body) => JSON.stringify(body)), ...WRONG_BODIES];
    const faults = await inChunks(calls, async (body) => {
      const answer = await ask(callOf(declared, path, { method: declared.method, body, headers: { "content-type": "application/json" } }));
      const documented = validator.fault(declared, answer.status, answer.headers["content-type"], answer.text);
      // 503 is documented for features that this server has not configured; any other 5xx is a fault.
      const common = answer.status === 503 ? null : commonFault(answer);
      return (documented ?? common) && `${body.slice(0, 60)}: ${documented ?? common}`;
    });
    expect(faults).toEqual([]);
  });
});

describe.each(labelledWrites.filter(([, declared]) => !isFree(declared)))("%s", (_, declared) => {
  test("is refused without its token", async () => {
    const body = JSON.stringify(exampleBodiesOf(declared)[0] ?? {});
    const answer = await httpCall(front.port, {
      target: targetOf(declared, exampleOf(declared)),
      method: declared.method,
      body,
      headers: { "content-type": "application/json" },
    });
    expect([400, 401, 402]).toContain(answer.status);
    expect(validator.fault(declared, answer.status, answer.headers["content-type"], answer.text)).toBeNull();
  });
});

describe.each(labelledReads.filter(([, declared]) => !isFree(declared)))("%s", (_, declared) => {
  test("is refused without a token and with an unknown one", async () => {
    const target = exampleTargetOf(declared);
    const none = await ask({ target });
    expect(none.status).toBe(isPremium(declared) ? 402 : 401);
    const unknown = await ask({ target, headers: { authorization: `Bearer aed_live_${"0".repeat(64)}` } });
    expect([unknown.status, unknown.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="premium", error="invalid_token"']);
    for (const answer of [none, unknown]) {
      expect(validator.fault(declared, answer.status, answer.headers["content-type"], answer.text)).toBeNull();
      if (isPremium(declared)) expect(JSON.parse(answer.text)).toMatchObject({ billing: { credits_charged: 0, credits_remaining: 0 } });
    }
  });
});

describe("under /api", () => {
  test.each(
    WEIRD_TARGETS.map((target): [string, string] => [target.length > 60 ? `${target.slice(0, 50)}… (${target.length})` : target, target]),
  )("GET %s answers JSON with a status below 500", async (_, target) => {
    for (const method of ["GET", "POST"]) {
      const answer = await ask({ target, method });
      const isRedirect = answer.status === 308;
      expect(isRedirect ? null : commonFault(answer)).toBeNull();
      if (isRedirect) expect(answer.text).not.toContain("<");
    }
  });

  test.each(["TRACE", "PROPFIND", "LINK"])("refuses %s in JSON", async (method) => {
    for (const target of ["/api/news", "/api/none"]) {
      const answer = await ask({ target, method });
      expect(commonFault(answer)).toBeNull();
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("ignores a trailing slash", async () => {
    for (const server of servers) {
      const [bare, slashed] = [
        await httpCall(server.port, { target: "/api/news?limit=1" }),
        await httpCall(server.port, { target: "/api/news/?limit=1" }),
      ];
      expect([slashed.status, slashed.text]).toEqual([200, bare.text]);
      expect((await httpCall(server.port, { target: "/news/" })).status).toBe(308);
    }
  });

  test("answers 404 with a pointer to the catalog for an unknown path", async () => {
    const { status, text } = await ask({ target: "/api/nothing-here" });
    expect([status, JSON.parse(text)]).toEqual([
      404,
      expect.objectContaining({ ok: false, error: "not_found", resource: "/api/nothing-here", catalog: "/api/meta" }),
    ]);
  });
});

test("answers 429 with Retry-After from every endpoint after 120 calls of an address in a minute, 304s included", async () => {
  const address = newAddress();
  const { etag } = (await askEach({ target: "/api/meta" })).headers;
  // Answers that a CDN may keep say nothing of a limit.
  const own = { cookie: "own=1" };
  for (let call = 0; call < 120; call++) {
    const { status, headers } = await askEach({
      target: "/api/meta",
      address,
      headers: call % 2 === 0 ? own : { ...own, "if-none-match": etag },
    });
    expect([status, headers["ratelimit-remaining"]]).toEqual([call % 2 === 0 ? 200 : 304, String(119 - call)]);
  }
  expect((await ask({ target: "/api/health/live", address })).status).toBe(200);
  const faults = await inChunks(
    // Documents, manifests and health checks have limits of their own.
    reads.filter((declared) => !isPremium(declared) && declared.path.startsWith("/api/") && !isProbe(declared)),
    async (declared) => {
      const answers = await Promise.all(servers.map(({ port }) => httpCall(port, { target: exampleTargetOf(declared), address })));
      for (const answer of answers) {
        const seconds = Number(answer.headers["retry-after"]);
        if (answer.status !== 429 || !(seconds >= 1 && seconds <= 60)) {
          return `${declared.path}: ${answer.status}, Retry-After ${answer.headers["retry-after"]}`;
        }
      }
      const [one] = answers;
      return one === undefined ? "no answer" : validator.fault(declared, 429, one.headers["content-type"], one.text);
    },
  );
  expect(faults).toEqual([]);
});

test("answers generated requests of every operation as described", async () => {
  const calls = fuzzCalls(operations, { count: inTier(400, 4200), seed: 20_261_121 });
  expect(await inChunks(calls, generatedFault)).toEqual([]);
});

test.each(CLIENT_READS.map((client) => [client.reader, client] as const))(
  "answers what a published client reads: %s",
  async (_, { target, read }) => {
    const { status, text } = await ask({ target });
    expect(status, text.slice(0, 200)).toBe(200);
    read(JSON.parse(text));
  },
);

test("only the server with a front answers prepared bytes, also compressed ones", async () => {
  const prepared = await Promise.all(
    servers.map(
      async ({ port }) =>
        (JSON.parse((await httpCall(port, { target: "/api/health" })).text) as { requests: { prepared: number } }).requests.prepared,
    ),
  );
  expect(prepared[0]).toBeGreaterThan(100);
  expect(prepared.slice(1)).toEqual(servers.slice(1).map(() => 0));
  for (const encoding of ["gzip", "br"]) {
    const encodingNow = async () =>
      (await httpCall(front.port, { target: "/api/models", headers: { "accept-encoding": encoding } })).headers["content-encoding"];
    await expect.poll(encodingNow).toBe(encoding);
  }
});

test("the servers logged no error during these tests", () => {
  for (const server of servers) {
    expect(
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"level":"error"') || line.includes("⨯")),
    ).toEqual([]);
  }
});
