export type Refusal =
  | "wrong_scheme"
  | "wrong_network"
  | "wrong_asset"
  | "wrong_recipient"
  | "wrong_amount"
  | "wrong_requirements"
  | "wrong_resource"
  | "self_payment"
  | "expired"
  | "not_yet_valid"
  | "invalid_signature"
  | "wallet_not_deployed"
  | "authorization_used"
  | "insufficient_balance"
  /** Its signature check takes more gas than this service pays. */
  | "too_much_gas"
  | "transfer_would_fail"
  | "transfer_failed"
  | "refused"
  /** An earlier request with this payment could not settle it. */
  | "failed_before";

const REFUSAL_BY_CODE: Record<string, Refusal> = {
  invalid_exact_evm_scheme: "wrong_scheme",
  invalid_exact_evm_network_mismatch: "wrong_network",
  invalid_exact_evm_missing_eip712_domain: "wrong_requirements",
  invalid_exact_evm_token_name_mismatch: "wrong_requirements",
  invalid_exact_evm_token_version_mismatch: "wrong_requirements",
  invalid_exact_evm_recipient_mismatch: "wrong_recipient",
  invalid_exact_evm_signature: "invalid_signature",
  invalid_exact_evm_failed_to_parse_signature: "invalid_signature",
  invalid_exact_evm_payload_authorization_valid_before: "expired",
  invalid_exact_evm_payload_authorization_valid_after: "not_yet_valid",
  invalid_exact_evm_authorization_value: "wrong_amount",
  invalid_exact_evm_payload_authorization_value_mismatch: "wrong_amount",
  invalid_exact_evm_nonce_already_used: "authorization_used",
  invalid_exact_evm_insufficient_balance: "insufficient_balance",
  invalid_exact_evm_transaction_simulation_failed: "transfer_would_fail",
  invalid_exact_evm_transaction_failed: "transfer_failed",
  invalid_exact_evm_transfer_event_mismatch: "transfer_failed",
  eip6492_factory_not_allowed: "wallet_not_deployed",
  smart_wallet_deployment_failed: "wallet_not_deployed",
};

/**
 * Reason for refusing a transfer that would take more gas than we pay. An attempt stores only the
 * words of its failure.
 */
export const TOO_MUCH_GAS = "the transfer takes more gas than is paid for";

const REFUSAL_BY_REVERT: readonly [RegExp, Refusal][] = [
  [new RegExp(`${TOO_MUCH_GAS}|out of gas|gas required exceeds`, "i"), "too_much_gas"],
  [/authorization is used or cancell?ed/i, "authorization_used"],
  [/authorization is expired/i, "expired"],
  [/authorization is not yet valid/i, "not_yet_valid"],
  [/exceeds balance|insufficient.*balance/i, "insufficient_balance"],
  [/invalid signature/i, "invalid_signature"],
];

/** Maps a facilitator's code; unknown codes and free text become `refused` and are not passed on. */
export const refusalOfCode = (code: string | undefined): Refusal => REFUSAL_BY_CODE[code ?? ""] ?? "refused";

export const refusalOfRevert = (text: string): Refusal =>
  REFUSAL_BY_REVERT.find(([words]) => words.test(text))?.[1] ?? "transfer_would_fail";

/**
 * The codes of the x402 specification (section 9), for clients that read PAYMENT-RESPONSE. The body
 * names the reason more exactly.
 */
const X402_CODES: Readonly<Record<Refusal, string>> = {
  wrong_scheme: "invalid_scheme",
  wrong_network: "invalid_network",
  wrong_asset: "invalid_payment_requirements",
  wrong_recipient: "invalid_exact_evm_payload_recipient_mismatch",
  wrong_amount: "invalid_exact_evm_payload_authorization_value_mismatch",
  wrong_requirements: "invalid_payment_requirements",
  wrong_resource: "invalid_payload",
  self_payment: "invalid_payload",
  expired: "invalid_exact_evm_payload_authorization_valid_before",
  not_yet_valid: "invalid_exact_evm_payload_authorization_valid_after",
  invalid_signature: "invalid_exact_evm_payload_signature",
  wallet_not_deployed: "invalid_exact_evm_payload_signature",
  authorization_used: "invalid_transaction_state",
  insufficient_balance: "insufficient_funds",
  too_much_gas: "invalid_transaction_state",
  transfer_would_fail: "invalid_transaction_state",
  transfer_failed: "invalid_transaction_state",
  refused: "unexpected_settle_error",
  failed_before: "invalid_transaction_state",
};

export const x402CodeOf = (refusal: Refusal): string => X402_CODES[refusal];
