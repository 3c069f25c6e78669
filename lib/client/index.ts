export { createClient, type ClientOptions, type PageInit, type ServiceClient } from "./client";
export type { Answer, components, ErrorCode, operations, PagedPath, PageOf, paths, Problem } from "./api-types";
export type { Retries } from "./defaults";
export * from "./errors";
export { verifyReceipt, type PublicKey, type ReceiptFault, type ReceiptVerdict } from "./receipts";
export { verifyWebhook, type Delivery, type WebhookEvent, type WebhookTrust } from "./webhooks";
