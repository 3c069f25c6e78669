import { parseArgs } from "node:util";
import { closeSharedConnection } from "@/db/connection";
import { callBestModel } from "./one-tool-call";

/** Calls a paid tool in a process of its own, which may be told to crash on the way. */
const { values } = parseArgs({
  allowPositionals: true,
  options: { header: { type: "string", multiple: true, default: [] }, times: { type: "string", default: "1" } },
});
const headers = Object.fromEntries(
  values.header.map((header) => [header.slice(0, header.indexOf("=")), header.slice(header.indexOf("=") + 1)]),
);
process.stdout.write(`${JSON.stringify(await callBestModel(headers))}\n`);
await closeSharedConnection();
process.exit(0);
