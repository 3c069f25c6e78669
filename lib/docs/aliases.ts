/** Paths that older clients, feed readers and x402 indexers try, with the paths that they stand for. */
export const ALIASES: Readonly<Record<string, string>> = {
  "/api/pricing": "/api/agents/pricing",
  "/api/feed/all.xml": "/api/feed.xml",
  "/feed.xml": "/api/feed.xml",
  "/feed": "/api/feed.xml",
  "/rss.xml": "/api/feed.xml",
  "/feed.json": "/api/feed.json",
  "/.well-known/x402": "/.well-known/x402.json",
};
