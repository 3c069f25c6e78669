import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import config from "@/next.config.mjs";
import { catalog, catalogOf, meta } from "@/lib/docs/catalog";
import { agentSkill, agentSkills } from "@/lib/docs/discovery/agent-skill";
import { apiCatalog } from "@/lib/docs/discovery/api-catalog";
import { registryAuth, serverCard, serverJson } from "@/lib/docs/discovery/mcp-server";
import { guides } from "@/lib/docs/guides";
import { MCP_PAID_PATH, MCP_PATH } from "@/lib/docs/mcp-addresses";
import { pages } from "@/lib/pages";
import { addressPattern } from "@/lib/pages/address";
import { site } from "../support/models/catalog";
import { request, type Answer } from "../support/server/request";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

/** What the tests are served under. */
const BASE = "http://localhost:3000";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const headerOf = ({ headers }: Answer, name: string): string => String(headers.get(name) ?? "");

describe("/.well-known/api-catalog", () => {
  test("is a set of links of RFC 9727, and says by its header what it is", async () => {
    const answer = await request(apiCatalog, apiCatalog.path);
    expect(answer.status).toBe(200);
    expect(headerOf(answer, "content-type")).toMatch(
      /^application\/linkset\+json; ?profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"/,
    );
    expect(headerOf(answer, "link")).toBe('</.well-known/api-catalog>; rel="api-catalog"');
    expect(headerOf(answer, "access-control-allow-origin")).toBe("*");
  });

  test("describes each API that it lists", async () => {
    const { linkset } = (await request(apiCatalog, apiCatalog.path)).body;
    const [own, ...apis] = linkset;
    expect(own.item.map(({ href }: { href: string }) => href)).toEqual(apis.map(({ anchor }: { anchor: string }) => anchor));
    expect(own.item.map(({ href }: { href: string }) => href.slice(BASE.length))).toEqual(["/api", MCP_PATH, MCP_PAID_PATH]);
  });

  test("leads only to what is served", async () => {
    const { linkset } = (await request(apiCatalog, apiCatalog.path)).body;
    const links = linkset
      .slice(1)
      .flatMap(({ anchor: _, ...relations }: Record<string, { href: string }[]>) => Object.values(relations).flat());
    const paths = links.map(({ href }: { href: string }) => new URL(href).pathname.replace(/\.md$/, ""));
    const isServed = (path: string) =>
      catalog().some((endpoint) => endpoint.path === path) || pages.some((page) => addressPattern(page.path).test(path));
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path: string) => !isServed(path))).toEqual([]);
    expect(guides.map(({ href }) => href)).toContain("/docs/guides/mcp");
  });

  test("is found by the first page", async () => {
    const home = ((await config("").headers?.()) ?? []).find(({ source }) => source === "/");
    expect(home?.headers).toEqual([{ key: "Link", value: `<${apiCatalog.path}>; rel="api-catalog"` }]);
  });
});

describe("/.well-known/agent-skills", () => {
  test("the index names one skill, with the digest of the file that is served", async () => {
    const { skills, $schema } = (await request(agentSkills, agentSkills.path)).body;
    const file = await request(agentSkill, agentSkill.path);
    expect($schema).toMatch(/^https:\/\/schemas\.agentskills\.io\/discovery\//);
    expect(skills).toHaveLength(1);
    const [{ name, url, digest, type, description }] = skills;
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect([url, type]).toEqual([`${BASE}${agentSkill.path}`, "skill-md"]);
    expect(agentSkill.path).toBe(`/.well-known/agent-skills/${name}/SKILL.md`);
    expect(digest).toBe(`sha256:${createHash("sha256").update(file.text).digest("hex")}`);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(headerOf(file, "content-type")).toBe("text/markdown; charset=utf-8");
    expect(file.text.startsWith(`---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n`)).toBe(true);
    expect(Buffer.byteLength(file.text)).toBeLessThan(8 * 1024);
  });
});

describe("the MCP server's descriptions", () => {
  test("server.json has what the registry of 2025-12-11 demands, and both addresses", async () => {
    const { body, status } = await request(serverJson, serverJson.path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: "localhost/ai-ecosystem-data",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(body.name.match(/\//g)).toHaveLength(1);
    expect(body.description.length).toBeLessThanOrEqual(100);
    expect(body.remotes.map(({ type, url }: { type: string; url: string }) => [type, url])).toEqual([
      ["streamable-http", `${BASE}${MCP_PATH}`],
      ["streamable-http", `${BASE}${MCP_PAID_PATH}`],
    ]);
  });

  test.each([
    ["https://data.example.org", "Example Data", "org.example.data/example-data"],
    ["https://data.example.org:8443/base", "Daten & Preise!", "org.example.data/daten-preise"],
    ["http://127.0.0.1:3000", "数据", "1.0.0.127/data"],
    ["http://[::1]:3000", "Data", "--1/data"],
  ])("at %s the site %s is named %s", async (baseUrl, siteName, name) => {
    const body = await serverJson.run({ baseUrl, siteName } as never);
    expect(serverJson.response.parse(body)).toMatchObject({ name, title: siteName });
  });

  test("the card stands below the free address, describes it alone, and may be read by any page and kept", async () => {
    const answer = await request(serverCard, serverCard.path);
    expect(serverCard.path).toBe(`${MCP_PATH}/server-card`);
    expect(answer.body.remotes.map(({ url }: { url: string }) => url)).toEqual([`${BASE}${MCP_PATH}`]);
    expect(headerOf(answer, "content-type")).toMatch(/^application\/mcp-server-card\+json/);
    expect(headerOf(answer, "access-control-allow-origin")).toBe("*");
    expect(headerOf(answer, "etag")).not.toBe("");
    const again = await request(serverCard, serverCard.path, { headers: { "if-none-match": headerOf(answer, "etag") } });
    expect(again.status).toBe(304);
  });

  test("the proof for the registry is left out, and not listed, until a key is set", async () => {
    const { status, body } = await request(registryAuth, registryAuth.path);
    expect([status, body.error]).toEqual([404, "not_found"]);
    expect(JSON.stringify((await request(meta, "/api/meta")).body)).not.toContain("mcp-registry-auth");
    expect(catalogOf({ ...site, mcpRegistryKey: "A".repeat(43) })).toContain(registryAuth);
  });
});
