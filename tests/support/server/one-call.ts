import { parseArgs } from "node:util";
import { closeSharedConnection } from "@/db/connection";
import { routing } from "@/lib/endpoints/premium/routing";
import { createEndpointTable } from "@/lib/http/endpoint-table";
import { serve } from "@/lib/http/call/serve";

/**
 * Sends a request, or several at once, to the engine in a process of its own. That may be told to
 * crash on the way; it prints the last answer.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { header: { type: "string", multiple: true, default: [] }, times: { type: "string", default: "1" } },
});
const headers = new Headers(
  values.header.map((header): [string, string] => [header.slice(0, header.indexOf("=")), header.slice(header.indexOf("=") + 1)]),
);
const target = `http://internal.local${positionals[0] ?? routing.path}`;
/** Each asks for something else, because identical calls are refused as a loop. */
const targets = Array.from({ length: Number(values.times) }, (_, index) => (index === 0 ? target : `${target}&budget=${index}`));
const answers = await Promise.all(targets.map((url) => serve(createEndpointTable([routing])).GET(new Request(url, { headers }))));
const response = answers.at(-1) as Response;
process.stdout.write(
  `${JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() })}\n`,
);
await closeSharedConnection();
process.exit(0);
