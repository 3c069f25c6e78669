import { z } from "zod";
import { listAttentionFacts } from "@/db/queries/attention/attention";
import { providerOfBot } from "@/lib/catalogs/crawlers";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { attentionCounts, type AttentionFacts } from "@/lib/domain/attention/attention-counts";
import { attentionIndex } from "@/lib/domain/attention/attention-index";
import { newsNamings } from "@/lib/loaders/news/namings";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { Attention, toAttention } from "@/lib/schemas/attention";

function notesOn({ trending, news7d }: AttentionFacts): string[] {
  const notes = [];
  if (news7d.size === 0) {
    notes.push("No article of the last seven days names a provider: the news were not read, or not yet, and their counts are unknown.");
  }
  if (trending.length === 0) {
    notes.push("Trending repositories were not read in the last 24 hours: `trending_repos` is unknown, and adds nothing to the scores.");
  }
  return notes;
}

export const attention = defineEndpoint({
  method: "GET",
  path: "/api/attention",
  tag: "Attention",
  summary: "Attention index: how much twelve AI providers are talked about in news, repositories and crawler visits",
  description:
    "Raw score = 4 × articles of 24 hours + 1 × articles of 7 days + 2 × trending repositories + 0.05 × visits by the provider's crawlers; the score is its share of the highest, in per cent. Equal scores keep a fixed order. A provider of whom nothing was found has neither score nor rank.",
  access: free(),
  reads: ["news", "trending", "crawler_activity"],
  maxAgeSeconds: 300,
  response: z.strictObject({ source: z.string(), ...Attention.shape, notes: z.array(z.string()) }),
}).handle(async ({ db, now, siteName }) => {
  const facts = await listAttentionFacts(db, now, await newsNamings(db, now));
  const index = attentionIndex(attentionCounts(facts, providerOfBot));
  return { source: siteName, ...toAttention(index, now, providerName), notes: notesOn(facts) };
});
