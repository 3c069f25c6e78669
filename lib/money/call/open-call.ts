import type { Db } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { openBearerCall } from "./token/bearer-call";
import type { Credential } from "./credential";
import type { CallTerms, PaidCall, Replay } from "./paid-call";
import { paymentRequired, type Resource } from "./payment-required";
import { configuredRails } from "./rails";
import { openTransactionCall } from "./transaction/open-transaction-call";
import { openX402Call } from "./x402/x402-call";

/** An account with too few credits gets the full 402, as a caller without credentials does. */
async function openFunded(db: Db, token: string, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  try {
    return await openBearerCall(db, token, terms);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "insufficient_credits") throw error;
    throw paymentRequired(configuredRails(), terms, resource, { code: error.code, message: error.message, details: error.details });
  }
}

export async function openCall(db: Db, credential: Credential, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  if (credential.kind === "bearer") return openFunded(db, credential.token, terms, resource);
  const rails = configuredRails();
  if (credential.kind === "tx") return openTransactionCall({ db, rails, terms, resource, credential });
  if (credential.kind === "x402") return openX402Call(db, rails, credential.payment, terms, resource);
  throw paymentRequired(rails, terms, resource, { code: "payment_required" });
}
