import { notFound, redirect } from "next/navigation";
import { receiptHref } from "@/lib/domain/receipts/receipt-link";
import { usageCall } from "@/lib/endpoints/payment/usage/calls/[id]";
import { ApiError } from "@/lib/errors";
import { readInSession } from "@/lib/http/session/read-in-session";
import { usagePage } from "@/lib/pages/account/usage";
import { requireAccount } from "../../../visit";

async function receiptOf(id: string) {
  const session = await requireAccount(usagePage.path);
  try {
    return (await readInSession(session, usageCall, {}, { id })).receipt;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** A receipt is a thousand characters: the list of calls links here instead of holding each of them. */
export async function GET(_: Request, { params }: { params: Promise<{ call: string }> }): Promise<Response> {
  const receipt = await receiptOf((await params).call);
  if (receipt === null) notFound();
  redirect(receiptHref(receipt));
}
