import { code, fields, list, steps, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { FIELD_MEANINGS } from "@/lib/domain/receipts/field-meanings";
import { VERIFY_PATH } from "@/lib/domain/receipts/receipt-link";
import { AGENT_NONCE, CANONICAL_FORM, SIGNED_FIELDS, SIGNING_ALG } from "@/lib/domain/receipts/receipt";
import { LOG_PUBLISHED_AT } from "@/lib/domain/receipts/receipt-log";
import { receiptLog } from "@/lib/endpoints/receipt/log";
import { receiptProof } from "@/lib/endpoints/receipt/log/[date]/proof";
import { verifyPostedReceipt } from "@/lib/endpoints/receipt/verify";
import { routing } from "@/lib/endpoints/premium/routing";
import { BEARER_HEADER, curlLine } from "../curl";
import { jwks } from "../receipt-keys";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const whatReceiptsProve: DocSection = {
  title: "What a receipt proves",
  blocks: [
    text(
      `The answer to a paid call has a \`receipt\`: who was charged how much, for which question, with which answer, from data of which age. It is signed with ${SIGNING_ALG} over canonical JSON (${CANONICAL_FORM}).`,
    ),
    fields(...SIGNED_FIELDS.map((name) => ({ name, notes: "", text: `${FIELD_MEANINGS[name]}.` }))),
  ],
};

const checkHere: DocSection = {
  title: "Check one in your browser",
  blocks: [
    text(
      `Paste a receipt, or a whole paid answer, into [Verify a receipt](${VERIFY_PATH}). Your browser checks it and sends it nowhere, unless you ask the service for its opinion too.`,
    ),
  ],
};

const checkOffline = (site: Site): DocSection => ({
  title: "Check one on your own machine",
  blocks: [
    text("The service is not asked, and cannot lie. Node 20 is all that is needed:"),
    code(
      "Once: the program and the keys",
      "bash",
      `curl -s '${site.baseUrl}/verify-receipt.mjs' -o verify-receipt.mjs\ncurl -s '${site.baseUrl}${jwks.path}' -o jwks.json`,
    ),
    code(
      "A paid answer, and its check",
      "bash",
      `${curlLine(routing, site)} -o answer.json\nnode verify-receipt.mjs answer.json --keys jwks.json`,
    ),
    list(
      "Each line of the output is one check, with `ok` or `FAILED` before it. `--response answer.json` also checks that the receipt belongs to that answer.",
      `Keys are replaced from time to time. Old ones stay in ${to(jwks)}, so that every receipt remains checkable.`,
      `${to(verifyPostedReceipt)} checks a receipt for you, where a program cannot. Where the two disagree, believe the check on your own machine.`,
    ),
  ],
});

const tieToRecords = (site: Site): DocSection => ({
  title: "Tie it to your own records",
  blocks: [
    text(
      `Send a value of your own in \`${AGENT_NONCE.header}\` (${AGENT_NONCE.accepts}). It is signed with the rest, and the answer repeats it in \`${AGENT_NONCE.echoHeader}\`.`,
    ),
    callBlock("A call with a nonce", routing, site, [BEARER_HEADER, `${AGENT_NONCE.header}: order-4711-a`]),
  ],
});

const publicLog = (site: Site): DocSection => ({
  title: "The public log",
  blocks: [
    text(
      `Every day's receipts stand in a hash tree (RFC 6962) whose head is signed and published at ${LOG_PUBLISHED_AT} UTC of the next day. What is in it cannot be changed or left out later.`,
    ),
    steps(
      `${to(receiptLog)} lists the heads of all days. Keep one, and nobody can rewrite that day.`,
      `${to(receiptProof)} proves that a receipt is in the tree of its day.`,
      "`node verify-receipt.mjs receipt.json --keys jwks.json --proof proof.json` checks that proof.",
    ),
    callBlock("The heads of all days", receiptLog, site),
  ],
});

export const receipts = defineGuide({
  id: "receipts",
  title: "Receipts",
  about: "Check that a paid answer is what this service said, what it cost, and that nobody changed either later.",
  sections: (site) => [whatReceiptsProve, checkHere, checkOffline(site), tieToRecords(site), publicLog(site)],
});
