import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { docsPage } from "@/lib/pages/docs";
import { statusPage } from "@/lib/pages/status";
import { createAddressReader, trustOf } from "@/lib/server/client-address";
import { asPublicPage } from "@/lib/server/pages/page-address";
import { servePages } from "@/lib/server/pages/serve-pages";
import { serveHttp, type HttpServer } from "@/lib/server/serve-http";
import { httpCall, newAddress, type HttpAnswer } from "../support/server/http-call";

let server: HttpServer;
const rendered: string[] = [];

/** Next puts its own Vary in the place of any other. */
const page: RequestListener = (request, response) => {
  rendered.push(request.url ?? "");
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Vary", "rsc");
  response.end("<p>page</p>");
};

beforeAll(async () => {
  const addressOf = createAddressReader("127.0.0.0/8");
  const pages = servePages(page, [docsPage, statusPage].map(asPublicPage), async () => true);
  server = await serveHttp(0, trustOf("127.0.0.0/8"), (request, response) => {
    addressOf(request);
    pages(request, response);
  });
});
afterAll(() => server.close());

const get = (target: string, accept: string): Promise<HttpAnswer> =>
  httpCall(server.port, { target, headers: { accept }, address: newAddress() });
const varies = ({ headers }: HttpAnswer): string[] =>
  String(headers.vary ?? "")
    .toLowerCase()
    .split(/,\s*/);

test("a page that is also given as Markdown varies by Accept, and is kept for readers of the document only", async () => {
  for (let round = 0; round < 2; round++) expect(varies(await get("/docs", "text/html"))).toContain("accept");
  expect(rendered).toEqual(["/docs"]);
  expect(varies(await get("/docs", "text/markdown"))).toContain("accept");
  expect(rendered).toEqual(["/docs", "/docs"]);
});

test("another page does not", async () => {
  expect(varies(await get(statusPage.path, "text/markdown"))).not.toContain("accept");
});
