import { client } from "../generated/hey-api/client.gen";
import { getPremiumCompareModels, getPremiumRouting, getModels, getStatus, postPremiumWatches } from "../generated/hey-api/sdk.gen";

/**
 * A program as a reader of the client's documentation writes it. It makes a free call, a paid one with
 * a list, and one with a body.
 */

const { BASE_URL = "", TOKEN = "" } = process.env;
client.setConfig({ baseUrl: BASE_URL, auth: () => TOKEN });

const free = await getStatus({ query: { provider: "anthropic" } });
const state: string | undefined = free.data?.services[0]?.status;

const models = await getModels({ query: { capability: "vision" } });
const listings: number | undefined = models.data?.providers[0]?.models.length;

const paid = await getPremiumRouting({ query: { task: "code" } });
const charged: number | undefined = paid.data?.billing.credits_charged;

const list = await getPremiumCompareModels({ query: { ids: ["claude-opus-4-5", "gpt-5"] } });

const posted = await postPremiumWatches({
  body: { spec: { type: "digest", cadence: "daily" }, callback_url: "https://93.184.215.14/hook" },
});
const watch: string | undefined = posted.data?.watch?.id;

client.setConfig({ baseUrl: BASE_URL, auth: undefined });
const refused = await getPremiumRouting({ query: { task: "code" } });

process.stdout.write(
  JSON.stringify({
    free: [free.response?.status, state],
    listings: [models.response?.status, listings],
    paid: [paid.response?.status, charged],
    list: [list.response?.status, list.data?.models.length],
    posted: [posted.response?.status, watch],
    refused: [refused.response?.status, refused.error?.error],
  }),
);
