import { ResourceNotFoundError, type ReadResourceResult, type Resource, type ResourceTemplateType } from "@modelcontextprotocol/server";
import { findProvider } from "@/lib/catalogs/providers";
import { guides, type Guide } from "@/lib/docs/guides";
import { thisSite } from "@/lib/docs/pages/this-site";
import { docMarkdown } from "@/lib/domain/pages/docs/doc-markdown";
import { remember } from "@/lib/domain/basics/remember";
import type { ToolCaller } from "./endpoint-request";
import { callTool } from "./call-tool";

const MARKDOWN = "text/markdown";

const guideText = remember((id: string): string => {
  const site = thisSite();
  const guide = guides.find((one) => one.id === id);
  return guide ? docMarkdown(guide.doc(site), site.baseUrl) : "";
}, 64);

/** The address without payments shows no prices of its own, and so no guide that tells of them. */
const isOfPayments = ({ id }: Guide): boolean => /\bcredits?\b|\breceipts?\b|USDC/i.test(guideText(id));

const guidesOf = (isPaid: boolean): readonly Guide[] => guides.filter((guide) => isPaid || !isOfPayments(guide));

export const listResources = (isPaid: boolean): Resource[] =>
  guidesOf(isPaid).map(({ id, title, about }) => ({
    uri: `aed://guides/${id}`,
    name: id,
    title,
    description: about,
    mimeType: MARKDOWN,
  }));

export const TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: "aed://models/{provider}/{id}",
    name: "model",
    title: "A model",
    description: "Prices at each host, scores, capabilities and retirement of one model",
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: "aed://providers/{id}",
    name: "provider",
    title: "A provider",
    description: "State of a provider's services, and its models",
    mimeType: MARKDOWN,
  },
];

async function toolText(name: string, given: Record<string, unknown>, caller: ToolCaller): Promise<string | null> {
  const { content, isError } = await callTool({ name, arguments: given }, caller);
  const [first] = content;
  return isError || first?.type !== "text" ? null : first.text;
}

const modelText = (name: string, caller: ToolCaller): Promise<string | null> => toolText("get_model", { model: name }, caller);

async function providerText(id: string, caller: ToolCaller): Promise<string | null> {
  if (!findProvider(id)) return null;
  const [state, models] = await Promise.all([
    toolText("provider_status", { provider: id }, caller),
    toolText("find_models", { provider: id }, caller),
  ]);
  return [state, models].filter((text) => text !== null).join("\n\n") || null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const URI = /^aed:\/\/(models|providers|guides)\/(.{1,300})$/;

async function textAt(uri: string, caller: ToolCaller): Promise<string | null> {
  const [, kind, rest] = URI.exec(uri) ?? [];
  const name = rest === undefined ? null : decoded(rest);
  if (name === null) return null;
  if (kind === "models") return name.includes("/") && !name.includes(",") ? modelText(name, caller) : null;
  if (kind === "providers") return providerText(name, caller);
  return guidesOf(caller.isPaid).some(({ id }) => id === name) ? guideText(name) : null;
}

export async function readResource(uri: string, caller: ToolCaller): Promise<ReadResourceResult> {
  const text = await textAt(uri, caller);
  if (text === null) throw new ResourceNotFoundError(uri.slice(0, 300));
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}
