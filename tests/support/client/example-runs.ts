import { spawn } from "node:child_process";
import { expect } from "vitest";
import { webhookHeaders } from "@/lib/watches/delivery/webhook-headers";
import { testSigner, webhookTo } from "../watches/webhook-options";

/** What the examples of the client's README print on a service with the content of a first hour. The others need more than a service. */
export const PRINTED: readonly [string, RegExp][] = [
  ["models-that-see-pictures-and-the-state-of-a-provider", /^[\s\S]+ \d+\n(operational|degraded|down|unknown)$/],
  ["the-best-models-for-code", /^1 [\s\S]+\n1$/],
  ["fewer-retries-and-a-key-of-your-own", /^true$/],
  ["what-changed-in-the-last-24-hours", /later, from here: \d+$/],
  ["a-name-that-is-misspelt", /^invalid_parameter /],
  ["a-paid-answer-checked", /^sound$/],
];

const SECRET = "a-shared-secret-of-some-length";

/** Runs the receiver, sends it a delivery as the service does, one twice, and one of a stranger. */
export async function receive(project: string, port: number, node = process.execPath): Promise<void> {
  const receiver = spawn(node, ["a-receiver.mjs"], { cwd: project, env: { ...process.env, PORT: String(port), WATCH_SECRET: SECRET } });
  let output = "";
  receiver.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const post = (secret: string) => {
    const { url: _, ...request } = webhookTo("", { secret });
    const headers = webhookHeaders(request, testSigner, "Test/1.0");
    return fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: request.body }).then(
      ({ status }) => status,
      () => null,
    );
  };
  try {
    await expect.poll(() => post(SECRET), { timeout: 20_000 }).toBe(204);
    expect([await post(SECRET), await post("another secret")]).toEqual([204, 400]);
    expect(output).toBe("watch.fire\n");
  } finally {
    receiver.kill();
  }
}
