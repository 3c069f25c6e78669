import { MessageChannel } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { isUnusable } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { connectThread } from "@/lib/server/threads/other-thread";

interface Methods {
  refuse(): never;
  fail(): never;
  add(one: number, other: number): number;
}

const { port1, port2 } = new MessageChannel();
connectThread(port1, {
  refuse() {
    throw new ApiError("rate_limit_exceeded", "Too many calls.", { limit: 120 }, { "Retry-After": "7" });
  },
  fail() {
    throw new Error("the query failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
  },
  add: (one: number, other: number) => one + other,
} satisfies Methods);
const other = connectThread<Methods>(port2, {});

afterAll(() => port1.close());

const failureOf = (work: Promise<unknown>): Promise<Error & Record<string, unknown>> =>
  work.then(
    () => expect.unreachable("it was answered"),
    (error: Error & Record<string, unknown>) => error,
  );

test("the other thread's refusal has everything that its answer says", async () => {
  expect(await failureOf(other.call("refuse"))).toMatchObject({
    name: "ApiError",
    code: "rate_limit_exceeded",
    message: "Too many calls.",
    details: { limit: 120 },
    headers: { "Retry-After": "7" },
  });
});

test("a failure is told with its stack and its causes, so that an outage is known as one here too", async () => {
  const error = await failureOf(other.call("fail"));
  expect(error.stack).toContain("other-thread.test");
  expect(error.cause).toMatchObject({ message: "refused", code: "ECONNREFUSED" });
  expect(isUnusable(error)).toBe(true);
});

test("after the thread's end every call is rejected", async () => {
  expect(await other.call("add", 1, 2)).toBe(3);
  other.giveUp(new Error("it ended"));
  expect((await failureOf(other.call("add", 1, 2))).message).toBe("it ended");
});
