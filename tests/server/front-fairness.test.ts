import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { hasCredential } from "@/lib/money/call/credential";
import { limitPeers } from "@/lib/server/front/limit-peers";
import { createCallQueue } from "@/lib/server/front/call-queue";

/** Work that ends when it is told to, and notes when it began. */
function tasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

describe("the queue of calls that the main thread answers", () => {
  it("lets a paid call overtake free ones that wait", async () => {
    const queue = createCallQueue(1, 10);
    const { begun, work, end } = tasks();
    const first = queue.run(false, work("first"));
    const waiting = [queue.run(false, work("free")), queue.run(true, work("paid"))];
    end("first");
    await first;
    await expect.poll(() => begun).toEqual(["first", "paid"]);
    end("paid");
    await expect.poll(() => begun).toEqual(["first", "paid", "free"]);
    end("free");
    expect(await Promise.all(waiting)).toEqual(["free", "paid"]);
  });

  it("refuses free calls when many wait, and still takes paid ones", async () => {
    const queue = createCallQueue(1, 2);
    const { work, end, begun } = tasks();
    const names = ["first", "second", "third"];
    const taken = names.map((name) => queue.run(false, work(name)));
    await expect(queue.run(false, work("refused"))).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "2" } });
    const paid = queue.run(true, work("paid"));
    for (const name of ["first", "paid", "second", "third"]) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }
    expect(await Promise.all([...taken, paid])).toEqual([...names, "paid"]);
  });

  it("gives the place of work that failed to the next", async () => {
    const queue = createCallQueue(1, 2);
    await expect(queue.run(false, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run(false, async () => "next")).toBe("next");
  });
});

describe("the connections of one peer", () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  async function serverWith(isTrusted: (peer: string) => boolean) {
    const server = createServer((_, response) => response.end("ok"));
    limitPeers(server, isTrusted, 2);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    return async () => {
      const socket = connect(port, "127.0.0.1");
      closing.push(() => socket.destroy());
      socket.on("error", () => undefined);
      await once(socket, "connect");
      return socket;
    };
  }

  const isClosed = async (socket: Awaited<ReturnType<Awaited<ReturnType<typeof serverWith>>>>) =>
    Promise.race([once(socket, "close").then(() => true), delay(300).then(() => socket.destroyed)]);

  it("are bounded, and one that ends makes place for another", async () => {
    const open = await serverWith(() => false);
    const [first, second, third] = [await open(), await open(), await open()];
    const [refusal] = (await once(third, "data")) as [Buffer];
    expect(refusal.toString()).toMatch(/^HTTP\/1\.1 503 .*"message":"One address may have 2 connections open\."/s);
    await expect.poll(() => third.destroyed).toBe(true);
    expect([first.destroyed, second.destroyed]).toEqual([false, false]);
    first.end();
    await once(first, "close");
    expect(await isClosed(await open())).toBe(false);
  });

  it("are not bounded for a trusted proxy", async () => {
    const open = await serverWith((peer) => peer === "127.0.0.1");
    const sockets = [await open(), await open(), await open()];
    expect(await Promise.all(sockets.map(isClosed))).toEqual([false, false, false]);
  });
});

describe("a request's credential", () => {
  it.each([
    [{}, false],
    [{ authorization: " " }, false],
    [{ authorization: "Bearer x" }, true],
    [{ authorization: "", "x-payment": "e30" }, true],
    [{ "x-payment-tx": "0x1" }, true],
    [{ "payment-signature": "e30" }, true],
  ])("%o: %s", (headers, isThere) => {
    expect(hasCredential(headers)).toBe(isThere);
  });
});
