import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { connection } from "@/db/database";
import { createEndpointTable } from "@/lib/http/endpoint-table";
import { serve } from "@/lib/http/serve";

/** A process that confirms one payment and prints the answer. CRASH_AT kills it at a step. */
const [txHash, nonce] = process.argv.slice(2);
const request = new Request("http://test.local/api/payment/confirm", { method: "POST", body: JSON.stringify({ tx_hash: txHash, nonce }) });
const response = await serve(createEndpointTable([confirmPayment])).POST(request);
process.stdout.write(`${await response.text()}\n`);
await (await connection()).close();
