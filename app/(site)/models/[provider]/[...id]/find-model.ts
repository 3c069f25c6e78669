import { notFound } from "next/navigation";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { stemOf } from "@/lib/domain/models/fold-snapshots";
import { models } from "@/lib/endpoints/models";
import { pathValuesOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { modelPage } from "@/lib/pages/model";
import { requestsOf } from "@/lib/pages/requests";
import type { PageProps } from "@/lib/pages/search";

type Models = AnswerOf<typeof models>;
type Provider = Models["providers"][number];

export interface FoundModel {
  providerId: string;
  provider: string;
  model: Provider["models"][number] | Provider["unpriced"][number];
  /** Its dated snapshots, or the model that it is a snapshot of. */
  versions: { id: string; name: string }[];
  answer: Models;
  captured_at: string | null;
}

/** A provider that nobody knows, and a model that it does not list, have no page. A failure is not that: the page says that it failed. */
export async function findModel({
  params,
}: PageProps): Promise<{ path: { provider: string; id: string }; outcome: BlockOutcome<FoundModel> }> {
  const { provider: providerId = "", id = "" } = pathValuesOf(await params);
  const path = { provider: providerId, id };
  const outcome = await blockAnswer(models, requestsOf(modelPage, {}, path)[0].query);
  if (outcome.kind === "refused") return notFound();
  if (outcome.kind === "failed") return { path, outcome };
  const { answer, stamp } = outcome;
  const provider = answer.providers.find((entry) => entry.id === providerId);
  const listed = provider ? [...provider.models, ...provider.unpriced] : [];
  const model = listed.find((entry) => entry.id === id);
  if (!provider || !model) return notFound();
  const versions = listed.filter((other) => other.id !== id && stemOf(other.id) === stemOf(id));
  const found = { providerId, provider: provider.name, model, versions, answer, captured_at: answer.captured_at };
  return { path, outcome: { kind: "answer", answer: found, stamp } };
}
