import { list, text, type Doc, type DocSection } from "@/lib/domain/pages/docs/doc";
import type { Site } from "../site";
import { contactWords, operatorWords } from "./operator-words";

const reach = (site: Site): DocSection => {
  const contact = contactWords(site);
  return {
    title: "Whom to write to",
    blocks: [
      text(operatorWords(site)),
      text(contact === null ? "How to reach the operator is not configured yet." : `Write to ${contact}.`),
      list(
        "For a call that failed, send the `request_id` of the answer.",
        "For a payment, send the hash of the transfer, or the id of the receipt. Never send a token or a key: nobody here needs one.",
        "A vulnerability is better told in private, at the same address.",
      ),
    ],
  };
};

const before: DocSection = {
  title: "What you can find out yourself",
  blocks: [
    list(
      "[Health](/api/health) says what works now, and [Data](/data) how old every dataset is.",
      "[Errors](/docs/guides/errors) explains every code, and what to do about it.",
      "[Paying](/docs/guides/paying) says what became of a transfer that brought no credits; [the account](/account) shows every purchase and call.",
      "[Verify](/verify) checks a receipt.",
      "[MCP](/docs/guides/mcp) has the lines that connect an agent, and [Docs](/docs) everything else.",
    ),
  ],
};

export const SUPPORT_LEAD = "Where to look first when something does not work, and whom to write to.";

export const supportDoc = (site: Site): Doc => ({ title: "Support", lead: SUPPORT_LEAD, sections: [before, reach(site)] });
