import { ALIASES } from "@/lib/docs/aliases";
import { catalog } from "@/lib/docs/catalog";
import { MCP_PAID_PATH, MCP_PATH } from "@/lib/docs/mcp-addresses";
import { pages } from "@/lib/pages";

const CRON = "/api/cron/[job]";

/** The declared paths of everything that is served, in the bracket form. */
export const routePatterns = (): readonly string[] => [
  ...new Set([
    ...catalog().map(({ path }) => path),
    ...Object.keys(ALIASES),
    CRON,
    MCP_PATH,
    MCP_PAID_PATH,
    ...pages.map(({ path }) => path),
  ]),
];
