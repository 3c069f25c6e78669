import type { Db } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { openBearerCall } from "./bearer-call";
import type { Credential } from "./credential";
import type { CallTerms, PaidCall, Replay } from "./paid-call";

/** What the payment demand says about the thing to pay for. */
export interface Resource {
  /** Public address of the request, query included. */
  resource: string;
  description: string;
}

/** Sets the price aside by whatever the caller pays with; without anything, the demand for payment. */
export async function openCall(db: Db, credential: Credential, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  if (credential.kind === "bearer") return openBearerCall(db, credential.token, terms);
  throw new ApiError("payment_required", undefined, { credits_required: terms.credits, resource: resource.resource });
}
