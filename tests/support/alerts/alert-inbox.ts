import { createPublicKey, verify } from "node:crypto";
import type { AlertReceiver } from "@/lib/alerts/send-alerts";
import { createAuthority } from "../stores/test-authority";
import { loopbackOptions, testSigner } from "../watches/webhook-options";
import { startInbox, type Answer, type Received, type WebhookInbox } from "../watches/webhook-receiver";

export interface AlertInbox {
  receiver: AlertReceiver;
  received: Received[];
  /** `raised ledger_out_of_balance`, one a delivery. */
  told(): string[];
  close(): Promise<void>;
}

export interface AlertMessage {
  type: string;
  timestamp: string;
  delivery_id: string;
  data: { alert: string; subject: string | null; says: string; meaning: string | null; action: string | null; service: string };
}

export const messageIn = ({ body }: Received): AlertMessage => JSON.parse(body) as AlertMessage;

export function isSignedBy(x: string, { headers, body }: Received): boolean {
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signature = /(?:^| )v1a,(\S+)/.exec(String(headers["webhook-signature"]))?.[1] ?? "";
  const content = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return verify(null, Buffer.from(content), key, Buffer.from(signature, "base64"));
}

export const toldBy = (received: readonly Received[]): string[] =>
  received.map((one) => {
    const { type, data } = messageIn(one);
    return [type.replace("alert.", ""), data.alert, ...(data.subject === null ? [] : [data.subject])].join(" ");
  });

/** A receiver on this machine, over TLS. */
export async function startAlertInbox(answer?: Answer): Promise<AlertInbox> {
  const authority = await createAuthority();
  const inbox: WebhookInbox = await startInbox(await authority.issue(["alerts.example.com"]), answer);
  return {
    receiver: { url: inbox.urlFor("alerts.example.com"), options: loopbackOptions(authority.ca) },
    received: inbox.received,
    told: () => toldBy(inbox.received),
    close: () => inbox.close(),
  };
}

export const signer = testSigner;
