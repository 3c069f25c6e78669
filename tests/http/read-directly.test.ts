import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRequest } from "@/lib/http/answer";
import { readers } from "@/lib/http/readers";
import { readDirectly } from "@/lib/server/read-directly";

const PATH = "/api/premium/told";
const LONG = JSON.stringify({ text: "again and ".repeat(200) });

const asked: ApiRequest[] = [];
const server = createServer(readDirectly((_, response) => void response.writeHead(299).end("by Next")));
let port = 0;

interface Told {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

async function call(path: string, { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {}): Promise<Told> {
  const [answer] = (await once(ask({ port, path, method, headers }).end(), "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}

beforeAll(async () => {
  readers().set(PATH, async (request) => {
    asked.push(request);
    if (request.url.endsWith("?fail=1")) throw new Error("on purpose");
    return { status: 200, headers: { "Content-Type": "application/json", "X-Mark": "ours" }, body: request.url.endsWith("?long=1") ? LONG : '{"short":true}' };
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

afterAll(async () => {
  readers().delete(PATH);
  server.close();
  await once(server, "close");
});

describe("a route that Next has loaded", () => {
  test("is asked with the method, the whole target and the headers, and its answer is sent with its length", async () => {
    const { status, headers, body } = await call(`${PATH}?a=%20b&a=2`, { headers: { authorization: "Bearer x", "x-some": "one" } });
    expect([status, headers["x-mark"], headers["content-length"], body.toString()]).toEqual([200, "ours", "14", '{"short":true}']);
    const last = asked.at(-1);
    expect(last?.method).toBe("GET");
    expect(last?.url.endsWith(`${PATH}?a=%20b&a=2`)).toBe(true);
    expect([last?.headers.get("authorization"), last?.headers.get("x-some")]).toEqual(["Bearer x", "one"]);
  });

  test("is sent compressed to whoever takes gzip, and says on what that hangs", async () => {
    const packed = await call(`${PATH}?long=1`, { headers: { "accept-encoding": "br, gzip;q=0.5" } });
    expect([packed.headers["content-encoding"], packed.headers.vary, gunzipSync(packed.body).toString()]).toEqual(["gzip", "Accept-Encoding", LONG]);
    for (const headers of [{}, { "accept-encoding": "br" }, { "accept-encoding": "gzip;q=0, *" }] as Record<string, string>[]) {
      const plain = await call(`${PATH}?long=1`, { headers });
      expect([plain.headers["content-encoding"], plain.headers.vary, plain.body.toString()]).toEqual([undefined, "Accept-Encoding", LONG]);
    }
    expect((await call(PATH, { headers: { "accept-encoding": "gzip" } })).headers["content-encoding"]).toBeUndefined();
  });

  test("cuts the connection where its handler fails: nothing half is sent", async () => {
    await expect(call(`${PATH}?fail=1`)).rejects.toThrow("socket hang up");
  });
});

test("Next answers every other method and path", async () => {
  for (const [path, method] of [[PATH, "HEAD"], [PATH, "POST"], [PATH, "OPTIONS"], [`${PATH}/`, "GET"], [`${PATH}/more`, "GET"], ["/api/premium/t%6fld", "GET"], ["/", "GET"]] as const) {
    expect([path, method, (await call(path, { method })).status]).toEqual([path, method, 299]);
  }
});
