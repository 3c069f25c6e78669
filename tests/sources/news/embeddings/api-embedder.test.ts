import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { apiEmbedder } from "@/lib/sources/news/embeddings/api-embedder";
import { startSourceServer, type SourceServer } from "../../../support/sources/source-server";

let server: SourceServer;
beforeAll(async () => {
  server = await startSourceServer();
});
afterAll(() => server.close());
afterEach(() => server.answer((_, response) => response.end()));

const KEY = "sk-not-to-be-told";
const embedder = (over: { timeoutMs?: number } = {}) => apiEmbedder({ url: `${server.url}/v1`, key: KEY, model: "some-model", ...over });
const eight = (first: number): number[] => [first, ...Array.from({ length: 7 }, () => 0)];
const answerWith = (body: unknown, status = 200) =>
  server.answer((_, response) => response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body)));

describe("an OpenAI-compatible API", () => {
  test("gets one request per batch with model and bearer token; the vectors are unit vectors in the order of the texts", async () => {
    let asked = "";
    server.answer((request, response) => {
      request.on("data", (chunk) => (asked += chunk));
      request.on("end", () =>
        response.end(
          JSON.stringify({
            data: [
              { index: 1, embedding: [0, 3, 4, 0, 0, 0, 0, 0] },
              { index: 0, embedding: eight(2) },
            ],
            model: "some-model",
          }),
        ),
      );
    });
    const vectors = await embedder().embed(["one", "two"]);
    expect(vectors.map((vector) => [...vector].map((number) => Math.round(number * 1000) / 1000))).toEqual([
      eight(1),
      [0, 0.6, 0.8, 0, 0, 0, 0, 0],
    ]);
    expect(JSON.parse(asked)).toEqual({ model: "some-model", input: ["one", "two"], encoding_format: "float" });
    expect(server.requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ["POST", "/v1/embeddings", `Bearer ${KEY}`],
    ]);
  });

  test("gets no request without texts", async () => {
    server.answer((_, response) => response.end());
    expect(await embedder().embed([])).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  const whole = { index: 0, embedding: eight(1) };
  test.each([
    ["no JSON", "<html>"],
    ["no list", { data: "none" }],
    ["too few vectors", { data: [whole] }],
    ["too many vectors", { data: [whole, { index: 1, embedding: eight(1) }, { index: 2, embedding: eight(1) }] }],
    ["vectors of different lengths", { data: [whole, { index: 1, embedding: [...eight(1), 0] }] }],
    ["a vector without a direction", { data: [whole, { index: 1, embedding: eight(0) }] }],
    ["words for numbers", { data: [whole, { index: 1, embedding: eight(1).map(String) }] }],
  ])("is refused when it answers %s", async (_, body) => {
    answerWith(body);
    await expect(embedder().embed(["one", "two"])).rejects.toMatchObject({ name: "SourceError", fault: "parse" });
  });

  test.each([
    [500, "http"],
    [401, "http"],
    [302, "http"],
    [429, "rate_limited"],
  ])("that answers %i gives the fault `%s` without revealing the key", async (status, fault) => {
    server.answer((_, response) => response.writeHead(status, { location: "https://elsewhere.example/" }).end());
    const error = await embedder()
      .embed(["one"])
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: "SourceError", fault, status });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
  });

  test("that sends more than 12 MB is cut", async () => {
    server.answer((_, response) => response.end(Buffer.alloc(13 * 1024 * 1024, " ")));
    await expect(embedder().embed(["one"])).rejects.toMatchObject({ fault: "too_large" });
  });

  test("that is silent gives a timeout, and is cancelled when the run ends", async () => {
    server.answer(() => undefined);
    await expect(embedder({ timeoutMs: 50 }).embed(["one"])).rejects.toMatchObject({ fault: "timeout" });
    const run = new AbortController();
    const asked = embedder().embed(["one"], run.signal);
    run.abort();
    await expect(asked).rejects.toMatchObject({ fault: "cancelled" });
  });

  test("that cannot be reached gives a network fault", async () => {
    await expect(apiEmbedder({ url: "http://127.0.0.1:1/v1", key: null, model: "m" }).embed(["one"])).rejects.toMatchObject({
      fault: "network",
    });
  });
});
