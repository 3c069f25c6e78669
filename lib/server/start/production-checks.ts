import type { Env } from "@/lib/config/env";
import { baseUrlFinding } from "./base-url-finding";
import { chainFindings } from "./chain-findings";
import type { Finding } from "./finding";
import { disk, memory } from "./machine-findings";
import { productionFindings } from "./production-findings";

/** What a public service needs: its configuration, and what has to be asked of the machine, the chain and the network. */
export async function productionChecks(values: Env): Promise<Finding[]> {
  const baseUrl = await baseUrlFinding(values);
  return [
    ...productionFindings(values),
    ...(baseUrl ? [baseUrl] : []),
    ...(await chainFindings(values, new Date())),
    disk(values.DATA_DIR),
    memory(),
  ];
}
