import createClient from "openapi-fetch";
import type { paths } from "../generated/openapi-fetch/paths";

/**
 * A program as a reader of the client's documentation writes it. It makes a free call, a paid one with
 * a list, and one with a body.
 */

// A list may also come as the text of its table; this program asks for none.
const { BASE_URL = "", TOKEN = "" } = process.env;
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: BASE_URL });
const headers = { Authorization: `Bearer ${TOKEN}` };

const free = await client.GET("/api/status", { params: { query: { provider: "anthropic" } } });
const state: string | undefined = free.data?.services[0]?.status;

const models = await client.GET("/api/models", { params: { query: { capability: "vision" } } });
const listings: number | undefined = models.data?.providers[0]?.models.length;

const paid = await client.GET("/api/premium/routing", { params: { query: { task: "code" } }, headers });
const charged: number | undefined = paid.data?.billing.credits_charged;

const list = await client.GET("/api/premium/compare/models", { params: { query: { ids: ["claude-opus-4-5", "gpt-5"] } }, headers });

const posted = await client.POST("/api/premium/watches", {
  body: { spec: { type: "status", provider: "openai", op: "becomes", value: "down" }, callback_url: "https://93.184.215.14/hook" },
  headers,
});
const watch: string | undefined = posted.data?.watch?.id;

const refused = await client.GET("/api/premium/routing", { params: { query: { task: "code" } } });

process.stdout.write(
  JSON.stringify({
    free: [free.response.status, state],
    listings: [models.response.status, listings],
    paid: [paid.response.status, charged],
    list: [list.response.status, list.data?.models.length],
    posted: [posted.response.status, watch],
    refused: [refused.response.status, refused.error?.error],
  }),
);
