import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { licences } from "./licences.mjs";

const root = join(import.meta.dirname, "../..");

/** What the registry says of `jstat`, on which no other package depends; null: it answers no audit. */
let advisories: Record<string, unknown> | null = null;
let registry: Server;
let address = "";
/** npm keeps what it was told of an advisory. */
let cache = "";

beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), "audit-"));
  registry = createServer((request, response) => {
    request.resume();
    if (advisories === null || !request.url?.includes("/security/")) return void response.writeHead(405).end();
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(advisories));
  });
  await new Promise<void>((done) => registry.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
});
afterAll(() => {
  registry.close();
  rmSync(cache, { recursive: true, force: true });
});

/** Asks this registry with these exceptions, which say why an advisory is no danger here. */
async function audit(exceptions: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const file = join(cache, "exceptions.json");
  writeFileSync(file, JSON.stringify({ advisories: exceptions }));
  const child = spawn(process.execPath, ["tests/supply/audit.mjs", `--registry=${address}`, `--cache=${cache}`, "--fetch-retries=0"], {
    cwd: root,
    env: { ...process.env, AUDIT_EXCEPTIONS: file },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

const ADVISORY = "GHSA-aaaa-bbbb-cccc";
const advisory = (severity: string) => ({
  jstat: [
    {
      id: severity.length,
      url: `https://github.com/advisories/${ADVISORY}`,
      title: "Made up",
      severity,
      vulnerable_versions: "<99",
      cwe: [],
      cvss: {},
    },
  ],
});

describe("the audit of locked packages", () => {
  test("is skipped aloud where the registry answers none", async () => {
    advisories = null;
    expect(await audit()).toMatchObject({ code: 0, output: expect.stringMatching(/^SKIPPED: the registry/) });
  });

  test("passes where nothing is known", async () => {
    advisories = {};
    expect(await audit()).toEqual({ code: 0, output: "0 advisories, 0 of them neither low nor explained\n" });
  });

  test("fails for an advisory that nobody explained, and not for a low one", async () => {
    advisories = advisory("high");
    expect(await audit()).toMatchObject({ code: 1, output: expect.stringContaining("high: jstat: Made up") });
    advisories = advisory("low");
    expect(await audit()).toMatchObject({ code: 0, output: expect.stringContaining("low: jstat: Made up") });
  });

  test("passes an advisory that is explained, and fails for an explanation that nothing needs any more", async () => {
    const exceptions = { [ADVISORY]: "this service never calls it" };
    advisories = advisory("high");
    expect(await audit(exceptions)).toMatchObject({ code: 0, output: expect.stringContaining("explained (this service never calls it)") });
    advisories = {};
    expect(await audit(exceptions)).toMatchObject({ code: 1, output: expect.stringContaining(`exceptions.json explains ${ADVISORY}`) });
  });

  test("is part of the CI's command", () => {
    expect(readFileSync(join(root, ".ci/run"), "utf8")).toContain("node tests/supply/audit.mjs");
  });
});

test("every package that the service runs with has a licence that is allowed or explained", () => {
  const all = licences();
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((one) => !one.isAllowed)).toEqual([]);
});

test("every package accepts the least Node that package.json names", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>;
  };
  const least = [20, 19, 0];
  const refuses = ({ engines }: { engines?: { node?: string } }): boolean => {
    const ranges = (engines?.node ?? "*").split("||").map((range) => range.trim());
    return !ranges.some((range) => accepts(range, least));
  };
  expect(Object.entries(packages).flatMap(([path, one]) => (refuses(one) ? [`${path}: ${one.engines?.node}`] : []))).toEqual([]);
});

/** Reads npm's ranges as packages write Node's: comparators and carets, all of which have to hold. */
function accepts(range: string, version: readonly number[]): boolean {
  const comparators = [...range.matchAll(/(>=|<=|<|>|\^|~|=)?\s*v?(\d+|\*|x)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?[^\s|]*/g)];
  return comparators.every(([, operator = "", ...parts]) => {
    const numbers = parts.map((part) => (part === undefined || /[x*]/.test(part) ? null : Number(part)));
    if (numbers[0] === null) return true;
    const order =
      numbers
        .map((part, place) => (version[place] ?? 0) - (part ?? (operator === "" ? (version[place] ?? 0) : 0)))
        .find((part) => part !== 0) ?? 0;
    if (operator === ">=") return order >= 0;
    if (operator === ">") return order > 0;
    if (operator === "<") return order < 0;
    if (operator === "<=") return order <= 0;
    return (operator === "" ? order === 0 : order >= 0) && numbers[0] === version[0];
  });
}

test("who finds a weakness is told where to report it", () => {
  expect(readFileSync(join(root, ".github/SECURITY.md"), "utf8")).toContain("operator.contact");
});
