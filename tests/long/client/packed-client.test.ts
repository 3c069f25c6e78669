import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractToken } from "../../support/contract/contract-tokens";
import { PRINTED, receive } from "../../support/client/example-runs";
import { complaints, examplesOf, NPM, packClient, printed, writeExamples, type PackedClient } from "../../support/client/packed-client";
import { lacksAnvil } from "../../support/lacks";
import { startChain, type TestChain } from "../../support/money/chain";
import { startWorldServer, type WorldServer } from "../../support/server/world-server";

/** The packed client as npm installs it into an empty project, with the examples of its README. */

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);
const withoutChain = lacksAnvil();

let chain: TestChain | undefined;
let server: WorldServer;
let folder: string;
let project: string;
let client: PackedClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "packed-client-"));
  project = join(folder, "project");
  mkdirSync(project);
  if (!withoutChain) chain = await startChain();
  server = await startWorldServer(chain ? { ...chain.environment(), X402_SETTLER_KEY: chain.settlerKey } : {});
  client = await packClient(folder, server.baseUrl);
  cpSync(join(root, "tests/clients/packed"), project, { recursive: true });
  await run(NPM, ["ci", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: project });
  await run(NPM, ["install", "--no-save", "--prefer-offline", "--no-audit", "--no-fund", client.tarball], { cwd: project });
  writeExamples(project, examplesOf(client));
});
afterAll(async () => {
  await server?.stop();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("the types of the installed client", () => {
  const compiler = () => join(project, "node_modules/typescript/bin/tsc");

  test.each([
    ["node, with the resolution of node", { moduleResolution: "nodenext", hasDom: false, checksPackages: false }],
    ["bundlers and browsers", { moduleResolution: "bundler", hasDom: true, checksPackages: false }],
  ] as const)("fit every example strictly, for %s", async (_, options) => {
    expect(await complaints(project, compiler(), options)).toBe("");
  });

  test("are themselves without a fault", async () => {
    rmSync(join(project, "src"), { recursive: true });
    writeExamples(
      project,
      examplesOf(client).filter(({ text }) => !text.includes("@x402")),
    );
    expect(await complaints(project, compiler(), { moduleResolution: "nodenext", hasDom: false, checksPackages: true })).toBe("");
  });
});

/** Versions of Node that npm has as packages, where they run on this system. */
const NODES = ["node-20", "node-24"].map((name): [string, () => string] => [name, () => join(project, "node_modules", name, "bin/node")]);

describe.each(NODES)("the examples, by %s", (_, binary) => {
  const node = () => (existsSync(binary()) ? binary() : process.execPath);

  test.each(PRINTED)("%s", async (name, expected) => {
    expect(await printed(project, name, { TOKEN: contractToken(11) }, node())).toMatch(expected);
  });

  test("the receiver", () => receive(project, server.port + 1, node()));

  test.skipIf(withoutChain)("the call that a wallet pays", async () => {
    if (!chain) throw new Error("no chain was started");
    const before = await chain.balanceOf(chain.payTo);
    const [payer] = chain.buyers;
    const key = Buffer.from(payer.getHdKey().privateKey ?? []).toString("hex");
    expect(await printed(project, "the-same-call-paid-by-a-wallet", { WALLET_KEY: key }, node())).toBe("1");
    expect(await chain.balanceOf(chain.payTo)).toBe(before + 20_000n);
  });
});
