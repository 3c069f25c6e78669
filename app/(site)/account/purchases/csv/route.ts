import { paymentHistory } from "@/lib/endpoints/payment/history";
import { csvInSession } from "@/lib/http/session/csv-in-session";
import { purchasesPage } from "@/lib/pages/account/purchases";
import { requireAccount } from "../../visit";

export async function GET(): Promise<Response> {
  return csvInSession(await requireAccount(purchasesPage.path), { endpoint: paymentHistory }, "purchases.csv");
}
