import { z } from "zod";
import { defineEndpoint, freeDocument } from "@/lib/http/endpoint";
import { MCP_PAID_PATH, MCP_PATH } from "../mcp-addresses";
import { serverCard, SERVER_CARD_TYPE } from "./mcp-server";

const PATH = "/.well-known/api-catalog";
const PROFILE = "https://www.rfc-editor.org/info/rfc9727";

/** Relations of RFC 8631, which RFC 9727 describes an API by. */
const Target = z.strictObject({ href: z.url(), type: z.string().optional() });
const targets = z.array(Target).optional();

const LinkContext = z.strictObject({
  anchor: z.url(),
  item: targets,
  "service-desc": targets,
  "service-doc": targets,
  "service-meta": targets,
  status: targets,
});

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";

function apiLinks(at: (path: string, type?: string) => z.output<typeof Target>): z.output<typeof LinkContext> {
  return {
    anchor: at("/api").href,
    "service-desc": [at("/openapi.json", JSON_TYPE)],
    "service-doc": [at("/docs", "text/html"), at("/docs.md", MARKDOWN), at("/llms.txt", "text/plain")],
    "service-meta": [
      at("/api/meta", JSON_TYPE),
      at("/.well-known/agent-fair-trade.json", JSON_TYPE),
      at("/.well-known/x402.json", JSON_TYPE),
      at("/.well-known/agent-skills/index.json", JSON_TYPE),
    ],
    status: [at("/api/health", JSON_TYPE)],
  };
}

/** A HEAD request is told by the header that this is the catalog. */
export const apiCatalog = defineEndpoint({
  method: "GET",
  path: PATH,
  tag: "Documents",
  summary: "API catalog: the APIs of this service and where each is described, as a set of links (RFC 9727)",
  access: freeDocument(),
  reads: [],
  maxAgeSeconds: 3600,
  produces: `application/linkset+json; profile="${PROFILE}"`,
  headers: { Link: `<${PATH}>; rel="api-catalog"` },
  isEnveloped: false,
  response: z.strictObject({ linkset: z.array(LinkContext) }),
}).handle(({ baseUrl }) => {
  const at = (path: string, type?: string) => ({ href: `${baseUrl}${path}`, ...(type ? { type } : {}) });
  const guide = [at("/docs/guides/mcp", "text/html"), at("/docs/guides/mcp.md", MARKDOWN)];
  return {
    linkset: [
      { anchor: at(PATH).href, item: [at("/api"), at(MCP_PATH), at(MCP_PAID_PATH)] },
      apiLinks(at),
      { anchor: at(MCP_PATH).href, "service-desc": [at(serverCard.path, SERVER_CARD_TYPE)], "service-doc": guide },
      { anchor: at(MCP_PAID_PATH).href, "service-desc": [at("/server.json", JSON_TYPE)], "service-doc": guide },
    ],
  };
});
