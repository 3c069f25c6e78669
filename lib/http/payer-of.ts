import type { CallPayer } from "@/lib/billing/paid-call";

/** Who pays for an endpoint of access `premium`. */
export function payerOf({ payer }: { payer: CallPayer | null }): CallPayer {
  if (!payer) throw new Error("this endpoint is not declared with access `premium`");
  return payer;
}
