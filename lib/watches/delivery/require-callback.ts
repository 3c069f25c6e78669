import { ApiError } from "@/lib/errors";
import { checkCallbackUrl, type CallbackFault, type CheckedTarget } from "./check-callback-url";
import { targetRules } from "./webhook-options";

const RETRY_SECONDS = 5;
const PARAMETER = { parameter: "callback_url" };

/** A dry run is free, so it must not tell private names from missing ones. */
const HIDDEN_REASONS: readonly CallbackFault[] = ["callback_url_resolves_to_private_host", "unresolvable", "name_servers_silent"];

const retryable = { retryable: true, retry_after: RETRY_SECONDS };
const retryHeaders = { "Retry-After": String(RETRY_SECONDS) };

function refusalOf(reason: CallbackFault, isDryRun: boolean): ApiError {
  if (reason === "own_resolver_down") return new ApiError("callback_check_unavailable", undefined, retryable, retryHeaders);
  if (isDryRun && HIDDEN_REASONS.includes(reason)) {
    const details = { ...PARAMETER, reason: "no_public_address" };
    return new ApiError("invalid_callback_url", "The host of `callback_url` has no public address.", details);
  }
  if (reason === "unresolvable") return new ApiError("callback_url_unresolvable", "The host of `callback_url` has no address.", PARAMETER);
  if (reason === "name_servers_silent") {
    const message = "The name servers of the host of `callback_url` gave no answer.";
    return new ApiError("callback_url_unresolvable", message, { ...PARAMETER, ...retryable }, retryHeaders);
  }
  const words = reason.replaceAll("_", " ");
  return new ApiError("invalid_callback_url", `\`callback_url\` is not called: ${words}.`, { ...PARAMETER, reason });
}

/** The target of a new watch. Throws the ApiError for the client. */
export async function requireCallback(
  url: string,
  { isDryRun, rules = targetRules() }: { isDryRun: boolean; rules?: Parameters<typeof checkCallbackUrl>[1] },
): Promise<Extract<CheckedTarget, { ok: true }>> {
  const target = await checkCallbackUrl(url, rules);
  if (target.ok) return target;
  throw refusalOf(target.reason, isDryRun);
}
