export type Verdict = "valid" | "invalid" | "unanswered";

export const VERDICT_TEXTS: Readonly<Record<Verdict | "asking", string>> = {
  asking: "Checking the signature…",
  valid: "The signature is valid: this service signed exactly this receipt.",
  invalid: "The signature is not valid.",
  unanswered: "The receipt could not be checked: no answer came. Try again.",
};

/** Asks the service whether it signed a receipt. */
export async function verifyReceipt(receipt: unknown): Promise<Verdict> {
  try {
    const response = await fetch("/api/receipt/verify", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ receipt }),
    });
    if (!response.ok) return "unanswered";
    const { valid } = (await response.json()) as { valid: boolean };
    return valid ? "valid" : "invalid";
  } catch {
    return "unanswered";
  }
}
