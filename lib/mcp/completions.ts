import type { CompleteRequest, CompleteResult } from "@modelcontextprotocol/server";
import { database } from "@/db/database";
import { listKevIds } from "@/db/queries/security/security";
import { providers } from "@/lib/catalogs/providers";
import { models } from "@/lib/endpoints/models";
import { toolCalls } from "./ask";
import type { ToolCaller } from "./endpoint-request";

const MOST_VALUES = 100;

async function modelIds(typed: string, provider: string | undefined, caller: ToolCaller): Promise<string[]> {
  const { providers: listed } = await toolCalls(caller, new Date()).call(models);
  const isWhole = provider === undefined;
  const ids = listed
    .filter(({ id }) => isWhole || id === provider)
    .flatMap((one) => one.models.map((model) => (isWhole ? `${one.id}/${model.id}` : model.id)));
  return ids.filter((id) => id.toLowerCase().includes(typed.toLowerCase()));
}

const providerIds = (typed: string): string[] =>
  providers.flatMap(({ id, name }) => ([id, name].some((text) => text.toLowerCase().startsWith(typed.toLowerCase())) ? [id] : []));

async function valuesFor({ ref, argument, context }: CompleteRequest["params"], caller: ToolCaller): Promise<string[]> {
  const { name, value } = argument;
  const typed = value.slice(0, 200);
  const isModelOfTemplate = ref.type === "ref/resource" && ref.uri.startsWith("aed://models/") && name === "id";
  if (isModelOfTemplate) return modelIds(typed, context?.arguments?.provider ?? "", caller);
  if (name === "model") return modelIds(typed, undefined, caller);
  if (name === "provider" || (ref.type === "ref/resource" && name === "id")) return providerIds(typed);
  return name === "cve_id" ? listKevIds(await database(), typed.toUpperCase(), MOST_VALUES) : [];
}

export async function complete(params: CompleteRequest["params"], caller: ToolCaller): Promise<CompleteResult> {
  const values = await valuesFor(params, caller).catch((): string[] => []);
  return { completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES } };
}
