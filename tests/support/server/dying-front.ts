import { parentPort } from "node:worker_threads";

/** A front that loads and crashes when it is told to listen. */
parentPort?.on("message", () => {
  throw new Error("a fault of the front's own");
});
parentPort?.postMessage({ kind: "loaded" });
