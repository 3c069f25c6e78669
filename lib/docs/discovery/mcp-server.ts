import { z } from "zod";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free, freeDocument } from "@/lib/http/endpoint";
import { MCP_PAID_PATH, MCP_PATH, MCP_PROTOCOL_VERSIONS } from "../mcp-addresses";
import { API_VERSION, siteOf, type Site } from "../site";

/** The registry takes at most 100 characters. */
const DESCRIPTION = "AI model prices, provider status, changes, retirements, benchmarks and news, with source and age.";

const DOCUMENT = { method: "GET", tag: "Documents", access: freeDocument(), reads: [], maxAgeSeconds: 3600 } as const;

/** What stands after the slash of the name: letters, digits and hyphens of the site's name. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "data";

/** In reverse DNS, as the registry and the card want it: only who has the domain may publish below it. */
const serverName = ({ baseUrl, name }: Site): string =>
  `${new URL(baseUrl).hostname.replace(/[[\]]/g, "").replaceAll(":", "-").split(".").toReversed().join(".")}/${slugOf(name)}`;

const Header = z.strictObject({ name: z.string(), description: z.string(), isRequired: z.boolean(), isSecret: z.boolean() });

const Remote = z.strictObject({
  type: z.literal("streamable-http"),
  url: z.url(),
  headers: z.array(Header).optional(),
});

const identity = {
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .max(200),
  title: z.string().max(100),
  description: z.string().min(1).max(100),
  version: z.string(),
  websiteUrl: z.url(),
};

const identityOf = (site: Site) => ({
  name: serverName(site),
  title: site.name,
  description: DESCRIPTION,
  version: API_VERSION,
  websiteUrl: `${site.baseUrl}/docs/guides/mcp`,
});

const REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

const BEARER = {
  name: "Authorization",
  description: "Bearer and a token that has credits; calls can be paid by x402 in its place.",
  isRequired: false,
  isSecret: true,
};

export const serverJson = defineEndpoint({
  ...DOCUMENT,
  path: "/server.json",
  summary: "What the MCP registry is told of the MCP server here (server.json), as JSON",
  isEnveloped: false,
  response: z.strictObject({ $schema: z.literal(REGISTRY_SCHEMA), ...identity, remotes: z.array(Remote) }),
}).handle((context) => {
  const site = siteOf(context);
  const remote = (path: string) => ({ type: "streamable-http" as const, url: `${site.baseUrl}${path}` });
  return {
    $schema: REGISTRY_SCHEMA as typeof REGISTRY_SCHEMA,
    ...identityOf(site),
    remotes: [remote(MCP_PATH), { ...remote(MCP_PAID_PATH), headers: [BEARER] }],
  };
});

const CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

export const SERVER_CARD_TYPE = "application/mcp-server-card+json";

/** The card stands below the free address and describes it alone, as directories want it. */
export const serverCard = defineEndpoint({
  ...DOCUMENT,
  access: free(),
  path: `${MCP_PATH}/server-card`,
  summary: "The card of the free MCP server, for clients before they connect (SEP-2127), as JSON",
  produces: SERVER_CARD_TYPE,
  isEnveloped: false,
  response: z.strictObject({
    $schema: z.literal(CARD_SCHEMA),
    ...identity,
    remotes: z.array(Remote.extend({ supportedProtocolVersions: z.array(z.enum(MCP_PROTOCOL_VERSIONS)) })),
  }),
}).handle((context) => {
  const site = siteOf(context);
  return {
    $schema: CARD_SCHEMA as typeof CARD_SCHEMA,
    ...identityOf(site),
    remotes: [
      {
        type: "streamable-http" as const,
        url: `${site.baseUrl}${MCP_PATH}`,
        supportedProtocolVersions: [...MCP_PROTOCOL_VERSIONS],
      },
    ],
  };
});

export const registryAuth = defineEndpoint({
  ...DOCUMENT,
  path: "/.well-known/mcp-registry-auth",
  summary: "Proof for the MCP registry (auth): the key by which it knows who may publish for this domain",
  produces: "text/plain",
  response: z.string(),
}).handle((context) => {
  const { mcpRegistryKey } = siteOf(context);
  if (mcpRegistryKey === null) {
    throw new ApiError("not_found", "No key is configured (MCP_REGISTRY_PUBLIC_KEY), so this document is left out.");
  }
  return `v=MCPv1; k=ed25519; p=${mcpRegistryKey}\n`;
});
