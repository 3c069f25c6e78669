import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leakIn } from "../support/leaks";
import type { Behaviour } from "../support/money/rpc-proxy";
import { sellingWorld, type SellingWorld } from "../support/money/selling-world";
import type { TestServer } from "../support/server/server";
import { lacksAnvil } from "../support/lacks";

const CODE = "?task=code";
/** Prefixes of the tokens, memos and watch secrets that stray-output.mjs prints. */
const STRAY = /(?:aed_live_|aed-|whsec_)5e/;

describe.skipIf(lacksAnvil())("the server's output", () => {
  let world: SellingWorld;
  beforeAll(async () => {
    world = await sellingWorld();
  });
  afterAll(() => world?.close());

  async function untilPrinted(server: TestServer, words: RegExp): Promise<void> {
    while (!words.test(server.output())) await delay(100);
  }

  const FAULTS: readonly [Behaviour, string?][] = [
    [{ kind: "cut" }],
    [{ kind: "cut" }, "eth_call"],
    [{ kind: "cut" }, "eth_getCode"],
    [{ kind: "status", status: 500 }, "eth_estimateGas"],
    [{ kind: "error", code: -32000, message: "not now" }, "eth_sendRawTransaction"],
  ];

  test("contains no secret while the chain's endpoint is down or fails during a payment", async () => {
    const server = await world.start();
    const payments = await Promise.all([...FAULTS, []].map(() => world.signed(server, CODE, world.chain.buyers[0])));
    for (const [behaviour, method] of FAULTS) {
      world.proxy.behave(behaviour, method);
      expect((await world.ask(server, CODE, payments.pop()?.headers)).status).toBe(503);
    }
    world.proxy.behave({ kind: "pass" });
    expect((await world.ask(server, CODE, payments.pop()?.headers)).status).toBe(200);
    expect(leakIn(server.output())).toBeNull();
    expect(await server.stop()).toBe(0);
  });

  test("contains no secret when a library prints, warns, rejects and throws, and the server goes on", async () => {
    const server = await world.start({ NODE_OPTIONS: "--import ./tests/support/server/stray-output.mjs" });
    // A starting server accepts commands last, so after this job it is ready.
    await world.runJob("sweep-holds");
    process.kill(server.pid, "SIGUSR2");
    await untilPrinted(server, /uncaught exception/);
    await delay(500);
    expect((await world.ask(server, CODE)).status).toBe(402);
    expect([leakIn(server.output()), STRAY.exec(server.output())]).toEqual([null, null]);
    // Words that a library printed without a line's end may stand before an entry of the log.
    const ours = (server.output().match(/\{"level".*\}$/gm) ?? []).map(
      (entry) => JSON.parse(entry) as { message: string; code: string; error: string },
    );
    expect(ours.map(({ message, code }) => `${message} ${code}`)).toEqual([
      "unhandled rejection internal_error",
      "unhandled rejection internal_error",
      "uncaught exception internal_error",
    ]);
    expect(ours[0]?.error).toContain("[secret]");
    expect(server.output()).not.toContain("unhandledRejection:");
    expect(await server.stop()).toBe(0);
  });
});
