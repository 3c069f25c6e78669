import { ALIASES } from "@/lib/docs/aliases";
import { catalog } from "@/lib/docs/catalog";
import { MCP_PATHS } from "@/lib/mcp/answer-mcp";
import { pages } from "@/lib/pages";

const CRON = "/api/cron/[job]";

/** The declared paths of everything that is served, in the bracket form. */
export const routePatterns = (): readonly string[] => [
  ...new Set([
    ...catalog().map(({ path }) => path),
    ...Object.keys(ALIASES),
    CRON,
    ...Object.values(MCP_PATHS),
    ...pages.map(({ path }) => path),
  ]),
];
