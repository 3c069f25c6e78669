import { expect, test } from "vitest";
import { openThread } from "@/lib/server/threads/open-thread";
import { startEarly } from "@/lib/server/threads/start-thread.mjs";

test("a thread that ended before it was opened is reported with its cause, and its calls are rejected", async () => {
  const { worker } = startEarly("pages", new URL("../../support/server/ending-thread.ts", import.meta.url));
  await new Promise((resolve) => worker.once("exit", resolve));
  const deaths: Error[] = [];
  const pages = openThread<{ ping(): void }>({ name: "pages", own: {}, onDeath: (error) => deaths.push(error) });
  expect(deaths).toEqual([expect.objectContaining({ message: "a fault while the program is loaded" })]);
  await expect(pages.call("ping")).rejects.toThrow("the pages thread ended");
});
