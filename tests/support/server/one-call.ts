import { parseArgs } from "node:util";
import { closeSharedConnection } from "@/db/connection";
import { routing } from "@/lib/endpoints/premium/routing";
import { serve } from "@/lib/http/serve";

/** Sends one request to the engine in a process of its own, which may be told to crash on the way, and prints the answer. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { header: { type: "string", multiple: true, default: [] } } });
const headers = new Headers(
  values.header.map((header): [string, string] => [header.slice(0, header.indexOf("=")), header.slice(header.indexOf("=") + 1)]),
);
const response = await serve(routing).GET(new Request(`http://internal.local${positionals[0] ?? routing.path}`, { headers }), {
  params: Promise.resolve({}),
});
process.stdout.write(
  `${JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() })}\n`,
);
await closeSharedConnection();
process.exit(0);
