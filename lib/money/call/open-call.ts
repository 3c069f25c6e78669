import type { Db } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { openBearerCall } from "./token/bearer-call";
import type { Credential } from "./credential";
import type { CallTerms, PaidCall, Replay } from "./paid-call";
import { paymentRequired, type Resource } from "./payment-required";
import { configuredRails } from "./rails";
import { openTxCall } from "./transaction/open-transaction-call";
import { openX402Call } from "./x402/x402-call";

/** Who has too little is asked for payment like who has nothing. */
async function openFunded(db: Db, token: string, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  try {
    return await openBearerCall(db, token, terms);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "insufficient_credits") throw error;
    throw paymentRequired(configuredRails(), terms, resource, { code: error.code, message: error.message, details: error.details });
  }
}

/** Sets the price aside by whatever the caller pays with; without anything, the demand for payment. */
export async function openCall(db: Db, credential: Credential, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  if (credential.kind === "bearer") return openFunded(db, credential.token, terms, resource);
  const rails = configuredRails();
  if (credential.kind === "tx") return openTxCall({ db, rails, terms, resource, credential });
  if (credential.kind === "x402") return openX402Call(db, rails, credential.payment, terms, resource);
  throw paymentRequired(rails, terms, resource, { code: "payment_required" });
}
