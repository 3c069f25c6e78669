import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractToken } from "../support/contract/contract-tokens";
import { PRINTED, receive } from "../support/client/example-runs";
import { complaints, examplesOf, packClient, printed, writeExamples, type PackedClient } from "../support/client/packed-client";
import { startWorldServer, type WorldServer } from "../support/server/world-server";

/** The package as `npm publish` would send it. Its dependency is found in this project's folder. */

const root = join(import.meta.dirname, "../..");
const compiler = join(root, "node_modules/typescript/bin/tsc");

let server: WorldServer;
let project: string;
let client: PackedClient;
let folder: string;
beforeAll(async () => {
  server = await startWorldServer();
  mkdirSync(join(root, ".cache"), { recursive: true });
  project = mkdtempSync(join(root, ".cache", "packed-client-"));
  client = await packClient(project, server.baseUrl);
  folder = join(project, "node_modules", client.name);
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", client.tarball, "--strip-components=1", "-C", folder]);
  writeExamples(project, examplesOf(client));
});
afterAll(async () => {
  await server?.stop();
  rmSync(project, { recursive: true, force: true });
});

const manifest = () => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;

describe("the package", () => {
  test("has the library, the command, their types, a README, licences and where it comes from, and nothing else", () => {
    const kinds = new Set(
      client.files.map((file) => file.replace(/^dist\/types\/.+\.d\.ts$/, "types").replace(/^dist\/cli\/.+\.js$/, "parts")),
    );
    expect([...kinds].toSorted()).toEqual([
      "LICENSE",
      "PROVENANCE.md",
      "README.md",
      "THIRD-PARTY.md",
      "dist/cli.js",
      "dist/index.js",
      "package.json",
      "parts",
      "types",
    ]);
    expect(readFileSync(join(folder, "PROVENANCE.md"), "utf8")).toMatch(
      /Source: (commit [0-9a-f]{40}|a copy).*\n.*version 1\.0\.0, sha256 [0-9a-f]{64}/,
    );
    expect(readFileSync(join(folder, "LICENSE"), "utf8")).toContain("MIT License");
  });

  test("depends on openapi-fetch alone, and on what pays by x402 only where the reader wants that", () => {
    expect(manifest()).toMatchObject({
      name: "ai-ecosystem-data",
      dependencies: { "openapi-fetch": expect.stringMatching(/^\d/) },
      peerDependenciesMeta: { "@x402/fetch": { optional: true } },
    });
    expect(Object.keys(manifest().dependencies as object)).toEqual(["openapi-fetch"]);
    expect(manifest()).not.toHaveProperty("scripts");
  });

  test("names nothing of the house: no alias, no file that is not in it", () => {
    for (const file of client.files.filter((name) => name.endsWith(".d.ts"))) {
      const imported = [...readFileSync(join(folder, file), "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)].map(([, name = ""]) => name);
      for (const name of imported.filter((one) => one !== "openapi-fetch")) {
        expect(name, file).toMatch(/^\.{1,2}\/.*\.js$/);
        expect(client.files, `${file} imports ${name}`).toContain(join(file, "..", name.replace(/\.js$/, ".d.ts")));
      }
    }
  });
});

describe("the examples of its README", () => {
  test("fit its types strictly, in a project for node", async () => {
    expect(await complaints(project, compiler, { moduleResolution: "nodenext", hasDom: false, checksPackages: false })).toBe("");
  });

  test.each(PRINTED)("run: %s", async (name, expected) => {
    expect(await printed(project, name, { TOKEN: contractToken(7) })).toMatch(expected);
  });

  test("receive deliveries", () => receive(project, server.port + 1));

  test("are all run, but for the one that pays from a wallet", () => {
    const run = [...PRINTED.map(([name]) => name), "a-receiver", "the-same-call-paid-by-a-wallet"];
    expect(
      examplesOf(client)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(run.toSorted());
  });
});
