import { getPremiumCompareModels, getPremiumRouting, getModels, getStatus, postPremiumWatches } from "../generated/orval/client";

/**
 * A program as a reader of the client's documentation writes it. It makes a free call, a paid one with
 * a list, and one with a body.
 */

const { BASE_URL = "", TOKEN = "" } = process.env;
// Its calls are relative, as in a browser; here they get the address that a page would have.
const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) => plainFetch(new URL(String(input), BASE_URL), init);
const headers = { Authorization: `Bearer ${TOKEN}` };

const free = await getStatus({ provider: "anthropic" });
const state: string | undefined = free.status === 200 ? free.data.services[0]?.status : undefined;

const models = await getModels({ capability: "vision" });
// With `format: "csv"` it would be the text of a table.
const listing = models.status === 200 && typeof models.data !== "string" ? models.data : undefined;
const listings: number | undefined = listing?.providers[0]?.models.length;

const paid = await getPremiumRouting({ task: "code" }, { headers });
const charged: number | undefined = paid.status === 200 ? paid.data.billing.credits_charged : undefined;

const list = await getPremiumCompareModels({ ids: ["claude-opus-4-5", "gpt-5"] }, { headers });

const posted = await postPremiumWatches(
  { spec: { type: "price", model: "claude-opus-4-5", field: "blended", op: "changes" }, callback_url: "https://93.184.215.14/hook" },
  { headers },
);
const watch: string | undefined = posted.status === 200 ? posted.data.watch?.id : undefined;

const refused = await getPremiumRouting({ task: "code" });

process.stdout.write(
  JSON.stringify({
    free: [free.status, state],
    listings: [models.status, listings],
    paid: [paid.status, charged],
    list: [list.status, list.status === 200 ? list.data.models.length : undefined],
    posted: [posted.status, watch],
    refused: [refused.status, refused.status === 402 ? refused.data.error : undefined],
  }),
);
