import { z } from "zod";
import { verifyPostedReceipt } from "@/lib/endpoints/receipt/verify";
import { defineTool, own } from "../tool";

const ReceiptOrText = z.union([z.record(z.string(), z.unknown()), z.string()]);

export const verifyReceipt = defineTool({
  name: "verify_receipt",
  title: "Verify a receipt",
  description: "Whether this service signed a receipt, and whether it belongs to an answer.",
  isPaid: true,
  isShort: true,
  takes: {
    receipt: own(ReceiptOrText.meta({ accepts: "a receipt, as an object or as JSON text" }).describe("Object or JSON")),
    response: own(ReceiptOrText.optional().meta({ accepts: "an answer, as an object or as JSON text" }).describe("Its answer")),
  },
  row: { valid: "boolean", key_id: "string", response_hash_matches: "boolean" },
  async answer(_, ask, { receipt, response }) {
    const verdict = await ask.call(verifyPostedReceipt, { body: { receipt, ...(response === undefined ? {} : { response }) } });
    const { valid, message, key_id, response_hash_matches, error } = verdict;
    return {
      summary: valid ? "Valid: this service signed the receipt." : `Not valid: ${message ?? `${error ?? "the signature does not fit"}.`}`,
      rows: [{ valid, key_id, response_hash_matches, error: error ?? null }],
      columns: ["valid", "key_id", "response_hash_matches", "error"],
    };
  },
});
