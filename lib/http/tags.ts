/** What the operations of a tag have in common. */
export const TAGS = {
  Service: "This service itself: what it offers, how fresh its data is and how it is doing.",
  Agents: "AI agents and the crawlers that visit this service.",
  Catalogs: "Editorial catalogs of products and models.",
  News: "AI news of many publications, and what several of them reported.",
  Models: "Models with prices, scores and costs, and which one to take.",
  Attention: "How much providers are talked about.",
  "GPU prices": "What GPUs cost per hour.",
  History: "Daily snapshots and what follows from them.",
  Status: "State, incidents and measured latency of providers.",
  Payment: "Buying credits, and the tokens that spend them.",
  Security: "Vulnerabilities of AI software.",
  Watches: "Webhooks that tell when something changes.",
  Badges: "Pictures and parts of pages for other sites.",
  Receipts: "Signed receipts of paid calls, and their proofs.",
  Documents: "Descriptions of this service for programs.",
} as const;

export type Tag = keyof typeof TAGS;
