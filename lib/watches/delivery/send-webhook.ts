import type { SentRequest } from "@/db/queries/watches/watch-deliveries";
import { DELIVERY_SECONDS } from "@/lib/domain/watches/watch-limits";
import { readAnswer } from "@/lib/domain/watches/chat/read-answer";
import { checkCallbackUrl, type CallbackFault, type TargetRules } from "./check-callback-url";
import type { DeliveryOutcome } from "./delivery-outcome";
import { postOnce } from "./post-once";
import { webhookHeaders, type WebhookRequest, type WebhookSigner } from "./webhook-headers";

export interface WebhookOptions extends TargetRules {
  signer: WebhookSigner;
  userAgent: string;
  /** PEM that replaces the public authorities, for tests. */
  ca?: string;
  timeoutMs?: number;
}

/** For DNS, connection, TLS, request and answer together. */
const DELIVERY_TIMEOUT_MS = DELIVERY_SECONDS * 1000;

const UNRESOLVED: Partial<Record<CallbackFault, string>> = {
  unresolvable: "the name has no address",
  name_servers_silent: "the name servers of the host did not answer",
  own_resolver_down: "this service could not resolve any name",
};

/** Told what is stored of the request before it is sent; not called where nothing is sent. */
type OnSend = (request: SentRequest) => void;

async function attempt(request: WebhookRequest, options: WebhookOptions, signal: AbortSignal, onSend?: OnSend): Promise<DeliveryOutcome> {
  const target = await checkCallbackUrl(request.url, options, signal);
  if (!target.ok) {
    const detail = UNRESOLVED[target.reason];
    return detail ? { kind: "dns_error", detail } : { kind: "unsafe_target", detail: target.reason };
  }
  const headers = webhookHeaders(request, options.signer, options.userAgent);
  const { format, body } = request;
  onSend?.({ headers, body: format === "json" ? null : body });
  const { url, addresses } = target;
  const trusted = options.ca === undefined ? {} : { ca: options.ca };
  return postOnce({ url, addresses, headers, body, read: (answer) => readAnswer(format, answer), ...trusted }, signal);
}

/** Makes one attempt without retry. Never rejects. */
export async function sendWebhook(request: WebhookRequest, options: WebhookOptions, onSend?: OnSend): Promise<DeliveryOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs ?? DELIVERY_TIMEOUT_MS);
  try {
    return await attempt(request, options, deadline.signal, onSend);
  } catch (error) {
    return { kind: "network_error", detail: error instanceof Error ? error.name : "failed" };
  } finally {
    clearTimeout(timer);
  }
}
