import { askForProof, PROOF_NOT_ASKED } from "./ask-for-proof";
import { examine } from "./examine";
import { findAnswer, findBilling, findRequest } from "./findings";

/** All that checks a receipt, in one part that the page loads after its own. */
export const checks = { askForProof, PROOF_NOT_ASKED, examine, findAnswer, findBilling, findRequest };

export type Checks = typeof checks;
