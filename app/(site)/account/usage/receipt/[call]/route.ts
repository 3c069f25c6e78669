import { notFound, redirect } from "next/navigation";
import { verifyLinkedReceipt } from "@/lib/endpoints/receipt/verify";
import { usageCall } from "@/lib/endpoints/payment/usage/calls/[id]";
import { ApiError } from "@/lib/errors";
import { readInSession } from "@/lib/http/session/read-in-session";
import { pages } from "@/lib/pages";
import { usagePage } from "@/lib/pages/account/usage";
import { requireAccount } from "../../../visit";

const VERIFY_PAGE = "/verify";

/** Where a receipt in a link is checked: the page for it, or the API's own answer while there is no such page. */
const checkedAt = (): string => (pages.some(({ path }) => path === VERIFY_PAGE) ? VERIFY_PAGE : verifyLinkedReceipt.path);

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
  redirect(`${checkedAt()}?receipt=${Buffer.from(JSON.stringify(receipt)).toString("base64url")}`);
}
