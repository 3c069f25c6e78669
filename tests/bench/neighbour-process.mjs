// @ts-check
import { describe, NEIGHBOURS } from "./neighbour-kinds.mjs";

/** Asks as the named neighbour until the bench says stop, and then tells what was answered. */

/** @type {ReturnType<typeof NEIGHBOURS[string]>} */
let neighbours = [];
let began = 0;

process.on("message", async (/** @type {{ name: string, base: string } | "stop"} */ message) => {
  if (message === "stop") {
    const words = describe(neighbours, (performance.now() - began) / 1000);
    await Promise.all(neighbours.map(({ stop }) => stop()));
    process.send?.(words);
  } else {
    neighbours = NEIGHBOURS[message.name](message.base);
    began = performance.now();
    process.send?.("started");
  }
});
process.send?.("ready");
