import { z } from "zod";
import { endpoints } from "@/lib/endpoints";
import { remember } from "@/lib/domain/basics/remember";
import { defineEndpoint, free, freeDocument, TAGS, type AnyEndpoint, type Tag } from "@/lib/http/endpoint";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { datasetFreshness } from "@/lib/loaders/freshness/freshness";
import { agentSkill, agentSkills } from "./discovery/agent-skill";
import { apiCatalog } from "./discovery/api-catalog";
import { registryAuth, serverCard, serverJson } from "./discovery/mcp-server";
import { mapEmbed, priceEmbed } from "./embed-pictures";
import { uptimeEmbed } from "./embed-uptime";
import { FairTradeManifest, fairTradeManifest } from "./fair-trade";
import { Freshness, freshnessAnswer } from "./freshness";
import { llmsFullText, llmsText } from "./llms";
import { Meta, metaAnswer } from "./meta";
import { openApi } from "./openapi";
import { openApiPart } from "./openapi-part";
import { modelEol } from "./model-eol";
import { jwks, receiptKeyDocument } from "./receipt-keys";
import { siteOf, type Site } from "./site";
import { robotsText, securityText } from "./site-files";
import { X402Manifest, x402Manifest } from "./x402-manifest";

/**
 * Makes a document once for each site, as it follows from declarations and site. Only the
 * configuration tells sites apart.
 */
function oncePerSite<Document extends {}>(make: (endpoints: readonly AnyEndpoint[], site: Site) => Document) {
  const documentOf = remember((text: string) => {
    const site = JSON.parse(text) as Site;
    return make(catalogOf(site), site);
  }, MOST_SITES);
  return (context: { siteName: string; baseUrl: string }): Document => documentOf(JSON.stringify(siteOf(context)));
}

/** Tests configure several; a server has one. */
const MOST_SITES = 4;

const metaOf = oncePerSite(metaAnswer);
const openApiOf = oncePerSite(openApi);
const llmsTextOf = oncePerSite(llmsText);
const llmsFullTextOf = oncePerSite(llmsFullText);

/** Documents change only with a release; a cached copy may lag behind it by this much. */
const DOCUMENT_SECONDS = 300;
const DOCUMENT = { method: "GET", tag: "Documents", access: freeDocument(), reads: [], maxAgeSeconds: DOCUMENT_SECONDS } as const;
const PLAIN_TEXT = { produces: "text/plain", response: z.string() };

export const meta = defineEndpoint({
  method: "GET",
  path: "/api/meta",
  tag: "Service",
  summary: "The catalog of every endpoint (meta): parameters, bodies, prices, limits and freshness promises",
  access: free(),
  reads: [],
  maxAgeSeconds: DOCUMENT_SECONDS,
  response: Meta,
}).handle(metaOf);

export const freshness = defineEndpoint({
  method: "GET",
  path: "/api/freshness",
  tag: "Service",
  summary: "Freshness: how old every dataset is, and what each endpoint promises",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  response: Freshness,
}).handle(async ({ db, now }) => {
  await ensureFreshVersions(db);
  return freshnessAnswer(catalog(), await datasetFreshness(db, now));
});

export const apiDescription = defineEndpoint({
  ...DOCUMENT,
  path: "/openapi.json",
  summary: "This API in OpenAPI 3.1, as JSON, whole or in part",
  description:
    "Whole, it is larger than most models can read at once. `tag` gives the operations of one subject and `operation` a single one, each with the components that it refers to: a description that is valid by itself.",
  query: z.object({
    tag: z
      .enum(Object.keys(TAGS) as Tag[])
      .optional()
      .describe("Only the operations of this subject."),
    operation: z.string().max(100).optional().describe("Only the operation with this `operationId`, such as getModels."),
  }),
  isEnveloped: false,
  response: z.looseObject({
    openapi: z.literal("3.1.0"),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
}).handle((context) => openApiPart(openApiOf(context), context.query) as never);

export const llms = defineEndpoint({
  ...DOCUMENT,
  path: "/llms.txt",
  summary: "What this service is and how to call it, for language models (llms.txt)",
  ...PLAIN_TEXT,
}).handle(llmsTextOf);

export const llmsFull = defineEndpoint({
  ...DOCUMENT,
  path: "/llms-full.txt",
  summary: "The same in full, with every parameter, limit and error (llms-full.txt)",
  ...PLAIN_TEXT,
}).handle(llmsFullTextOf);

export const agentFairTrade = defineEndpoint({
  ...DOCUMENT,
  path: "/.well-known/agent-fair-trade.json",
  summary: "The fair-trade promises to an agent, as JSON",
  maxAgeSeconds: 3600,
  response: FairTradeManifest,
}).handle((context) => fairTradeManifest(catalog(), siteOf(context)));

const x402Json = defineEndpoint({
  ...DOCUMENT,
  path: "/.well-known/x402.json",
  summary: "What can be paid call by call, for x402 clients and indexers, as JSON",
  response: X402Manifest,
}).handle((context) => x402Manifest(catalog(), siteOf(context)));

export const security = defineEndpoint({
  ...DOCUMENT,
  path: "/.well-known/security.txt",
  summary: "Security contact: whom to tell about a vulnerability (security.txt, RFC 9116)",
  maxAgeSeconds: 3600,
  ...PLAIN_TEXT,
}).handle((context) => securityText(siteOf(context), context.now));

export const robots = defineEndpoint({
  ...DOCUMENT,
  path: "/robots.txt",
  summary: "What crawlers may read: everything that is public (robots.txt)",
  maxAgeSeconds: 3600,
  ...PLAIN_TEXT,
}).handle((context) => robotsText(siteOf(context)));

/** The registry plus the documents about it. Documents cannot be in the registry, since they import it. */
export function catalog(): readonly AnyEndpoint[] {
  return [
    meta,
    freshness,
    ...endpoints,
    apiDescription,
    llms,
    llmsFull,
    agentFairTrade,
    x402Json,
    apiCatalog,
    agentSkills,
    agentSkill,
    serverJson,
    serverCard,
    registryAuth,
    jwks,
    receiptKeyDocument,
    modelEol,
    uptimeEmbed,
    mapEmbed,
    priceEmbed,
    security,
    robots,
  ];
}

/** What a site serves: a document that is left out is not listed either. */
export function catalogOf({ operator, mcpRegistryKey }: Site): readonly AnyEndpoint[] {
  const leftOut: readonly AnyEndpoint[] = [
    ...(operator.contact === null ? [security] : []),
    ...(mcpRegistryKey === null ? [registryAuth] : []),
  ];
  return catalog().filter((endpoint) => !leftOut.includes(endpoint));
}
