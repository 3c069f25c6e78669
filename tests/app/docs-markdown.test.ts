import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import config from "@/next.config.mjs";
import { createPageAddresses, asPublicPage, variesByKnown } from "@/lib/server/pages/page-address";
import { docsPage, operationPage } from "@/lib/pages/docs";
import { proxy } from "@/proxy";

const BASE = "http://localhost:3000";
const MARKDOWN = "text/markdown, text/html;q=0.5";

const rewriteOf = async (path: string, accept: string, method = "GET"): Promise<string | null> =>
  (await proxy(new NextRequest(`${BASE}${path}`, { method, headers: { accept } }))).headers.get("x-middleware-rewrite");

describe("a page of the documentation", () => {
  test.each(["/docs", "/docs/api/getStatus", "/docs/guides/paying"])("%s is sent as Markdown to who prefers it", async (path) => {
    expect(await rewriteOf(path, MARKDOWN)).toBe(`${BASE}/markdown${path}`);
    expect(await rewriteOf(path, MARKDOWN, "HEAD")).toBe(`${BASE}/markdown${path}`);
    expect(await rewriteOf(path, "text/html, text/markdown;q=0.5")).toBeNull();
    expect(await rewriteOf(path, "*/*")).toBeNull();
  });

  test.each(["/models", "/docs/api/getStatus.md", "/docs/other/thing"])("%s stays as it is", async (path) => {
    expect(await rewriteOf(path, MARKDOWN)).toBeNull();
  });

  test("says that it varies by Accept, and may be kept all the same", async () => {
    const headers = (await config("").headers?.()) ?? [];
    const vary = headers.filter(({ source }) => source.startsWith("/docs")).flatMap((entry) => entry.headers);
    expect(vary).toEqual([{ key: "Vary", value: "Accept" }]);
    expect(variesByKnown("Accept, rsc, Accept-Encoding")).toBe(true);
  });

  test("is found among the kept pages only by readers of the document", () => {
    const addressOf = createPageAddresses([docsPage, operationPage].map(asPublicPage));
    const asked = (url: string, accept: string) => addressOf({ method: "GET", url, headers: { accept } } as never);
    for (const path of ["/docs", "/docs/api/getStatus"]) {
      expect(asked(path, "text/html")?.target).toBe(path);
      expect(asked(path, MARKDOWN)).toBeNull();
    }
  });
});
