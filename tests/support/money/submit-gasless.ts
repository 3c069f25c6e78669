import { submitGaslessPurchase } from "@/lib/endpoints/payment/gasless";
import { connection } from "@/db/database";
import { createEndpointTable } from "@/lib/http/endpoint-table";
import { serve } from "@/lib/http/serve";

/** A process that submits one signed purchase and prints the answer. CRASH_AT kills it at a step. */
const body = process.argv[2] ?? "";
const request = new Request("http://test.local/api/payment/gasless", { method: "POST", body });
const response = await serve(createEndpointTable([submitGaslessPurchase])).POST(request);
process.stdout.write(`${await response.text()}\n`);
await (await connection()).close();
