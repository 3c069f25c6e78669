import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendWebhook, type WebhookOptions } from "@/lib/watches/delivery/send-webhook";
import type { WebhookRequest } from "@/lib/watches/delivery/webhook-headers";
import { lacks } from "../../support/lacks";
import { createAuthority, type TestAuthority } from "../../support/stores/test-authority";
import { loopbackOptions, testSigner, webhookTo } from "../../support/watches/webhook-options";
import { startRawTls, type Receiver } from "../../support/watches/webhook-receiver";

const SECRET = "a-shared-secret-of-some-length";
const HOST = "receiver.example.com";
const samples = join(import.meta.dirname, "../../../public/receivers");
const canRun = (program: string, args: readonly string[]): boolean => spawnSync(program, args, { stdio: "ignore" }).status === 0;

const LANGUAGES = [
  { name: "Node", program: process.execPath, args: [join(samples, "receiver.mjs")], isHere: true, install: "" },
  {
    name: "Python",
    program: "python3",
    args: [join(samples, "receiver.py")],
    isHere: canRun("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]),
    install: "there is no Python 3.9 or later on this machine (Debian: apt-get install python3)",
  },
  {
    name: "Go",
    program: "go",
    args: ["run", join(samples, "receiver.go")],
    isHere: canRun("go", ["version"]),
    install: "there is no Go on this machine (Debian: apt-get install golang-go)",
  },
] as const;

let authority: TestAuthority;
let options: WebhookOptions;
let folder: string;

beforeAll(async () => {
  authority = await createAuthority();
  options = loopbackOptions(authority.ca);
  folder = mkdtempSync(join(tmpdir(), "receivers-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Running {
  url: string;
  /** The lines of accepted webhooks. */
  lines(): string[];
  end(): Promise<void>;
}

function portOf(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const port = /listening on (\d+)/.exec(output())?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout?.on("data", look);
    child.on("error", reject);
    child.on("close", (code) => reject(new Error(`the sample ended with ${code}: ${output()}`)));
  });
}

/** The published sample, unchanged, behind a TLS proxy. */
async function runSample(
  { program, args }: { program: string; args: readonly string[] },
  variables: Record<string, string>,
): Promise<Running> {
  const child = spawn(program, args, {
    env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const port = await portOf(child, () => text);
  const proxy: Receiver = await startRawTls(await authority.issue([HOST]), (socket) => {
    const inner = connect(port, "127.0.0.1");
    inner.on("error", () => socket.destroy());
    socket.on("close", () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  return {
    url: proxy.urlFor(HOST),
    lines: () => text.split("\n").filter((line) => line.startsWith("watch.")),
    async end() {
      await proxy.close();
      child.kill("SIGKILL");
    },
  };
}

const deliveryOf = (url: string, number: number, overrides: Partial<WebhookRequest> = {}): WebhookRequest => {
  const deliveryId = `dlv_${String(number).padStart(24, "0")}`;
  return webhookTo(url, {
    deliveryId,
    body: JSON.stringify({ event: "watch.fire", watch_id: "wat_1", delivery_id: deliveryId, match: { name: "Zürich" } }),
    secret: SECRET,
    ...overrides,
  });
};

/** The bytes of SECRET in the spelling of Standard Webhooks, as `secret: "generate"` answers. */
const ENCODED = `whsec_${Buffer.from(`${SECRET}!!`).toString("base64")}`;

describe.each(LANGUAGES)("the $name sample", (language) => {
  const isMissing = lacks(!language.isHere, `the receiver in ${language.name} was not run: ${language.install}`);

  test.skipIf(isMissing)("accepts deliveries of a watch whose secret was generated", async () => {
    const sample = await runSample(language, { WEBHOOK_SECRET: ENCODED });
    const statusOf = (number: number, secret: string, isSecretEncoded: boolean) =>
      sendWebhook(deliveryOf(sample.url, number, { secret, isSecretEncoded }), options);
    try {
      expect(await statusOf(1, ENCODED, true)).toEqual({ kind: "answered", status: 204 });
      expect(await statusOf(2, ENCODED, false)).toEqual({ kind: "answered", status: 401 });
      expect(await statusOf(3, `whsec_${Buffer.from("another secret").toString("base64")}`, true)).toEqual({
        kind: "answered",
        status: 401,
      });
    } finally {
      await sample.end();
    }
  });

  test.skipIf(isMissing)("accepts a delivery signed with its secret once, and nothing else", async () => {
    const sample = await runSample(language, { WEBHOOK_SECRET: SECRET });
    const statusOf = (number: number, overrides?: Partial<WebhookRequest>) =>
      sendWebhook(deliveryOf(sample.url, number, overrides), options);
    try {
      expect(await statusOf(1)).toEqual({ kind: "answered", status: 204 });
      expect(await statusOf(2)).toEqual({ kind: "answered", status: 204 });
      expect(await statusOf(1)).toEqual({ kind: "answered", status: 200 });
      expect(await statusOf(3, { secret: `${SECRET}x` })).toEqual({ kind: "answered", status: 401 });
      expect(await statusOf(4, { secret: null })).toEqual({ kind: "answered", status: 401 });
      expect(await statusOf(5, { timestamp: new Date(Date.now() - 600_000) })).toEqual({ kind: "answered", status: 401 });
      expect(await statusOf(6, { timestamp: new Date(Date.now() + 600_000) })).toEqual({ kind: "answered", status: 401 });
      expect(await statusOf(7, { body: "x".repeat(70_000) })).not.toMatchObject({ status: 204 });
      expect(sample.lines()).toEqual([1, 2].map((number) => `watch.fire wat_1 dlv_${String(number).padStart(24, "0")}`));
    } finally {
      await sample.end();
    }
  });
});

test("the Node sample accepts deliveries signed with the service's key, for watches without secret", async () => {
  const keys = join(folder, "jwks.json");
  writeFileSync(
    keys,
    JSON.stringify({
      keys: [{ kty: "OKP", crv: "Ed25519", x: testSigner.x, kid: testSigner.kid, alg: "Ed25519", use: "sig", key_ops: ["verify"] }],
    }),
  );
  const sample = await runSample(LANGUAGES[0], { WEBHOOK_KEYS: keys });
  try {
    expect(await sendWebhook(deliveryOf(sample.url, 1, { secret: null }), options)).toEqual({ kind: "answered", status: 204 });
    expect(await sendWebhook(deliveryOf(sample.url, 2, { secret: null, timestamp: new Date(Date.now() - 600_000) }), options)).toEqual({
      kind: "answered",
      status: 401,
    });
    const forged = { ...options, signer: { ...options.signer, privateKey: generateKeyPairSync("ed25519").privateKey } };
    expect(await sendWebhook(deliveryOf(sample.url, 3, { secret: null }), forged)).toEqual({ kind: "answered", status: 401 });
    expect(sample.lines()).toHaveLength(1);
  } finally {
    await sample.end();
  }
});
