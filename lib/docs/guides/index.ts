import { capabilityGuide } from "./capability";
import { clientGuide } from "./client";
import { commandGuide } from "./command";
import { configuration } from "./configuration";
import { deploying } from "./deploying";
import { errors } from "./errors";
import { fairTrade } from "./fair-trade";
import { freshnessGuide } from "./freshness";
import type { Guide } from "./guide";
import { limitsGuide } from "./limits";
import { mcpGuide } from "./mcp";
import { mcpRegistry } from "./mcp-registry";
import { operating } from "./operating";
import { paying } from "./paying";
import { priceHistory } from "./price-history";
import { quickStart } from "./quick-start";
import { receipts } from "./receipts";
import { webhooks } from "./webhooks";

export type { Guide } from "./guide";

/** In the order in which a newcomer reads them. */
export const guides: readonly Guide[] = [
  quickStart,
  mcpGuide,
  clientGuide,
  commandGuide,
  paying,
  freshnessGuide,
  capabilityGuide,
  priceHistory,
  fairTrade,
  receipts,
  webhooks,
  limitsGuide,
  errors,
  deploying,
  configuration,
  operating,
  mcpRegistry,
];

export const findGuide = (id: string): Guide | null => guides.find((guide) => guide.id === id) ?? null;
