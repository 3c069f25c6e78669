import type { Tool } from "../tool";
import { benchmarksTool } from "./benchmarks";
import { bestModel } from "./best-model";
import { catalogTool } from "./catalog";
import { checkServices } from "./check-services";
import { compareCost } from "./compare-cost";
import { findModels } from "./find-models";
import { getModel } from "./get-model";
import { newsTool } from "./news";
import { providerStatus } from "./provider-status";
import { retirementsTool } from "./retirements";
import { securityCard } from "./security-card";
import { verifyReceipt } from "./verify-receipt";
import { watchesTool } from "./watches";
import { whatsChanged } from "./whats-changed";

const TOOLS: readonly Tool[] = [
  findModels,
  getModel,
  providerStatus,
  checkServices,
  whatsChanged,
  newsTool,
  retirementsTool,
  benchmarksTool,
  catalogTool,
  bestModel,
  compareCost,
  securityCard,
  watchesTool,
  verifyReceipt,
];

/** The tools of an address, in the order in which each list has them. */
export const toolsOf = (isPaid: boolean): readonly Tool[] => TOOLS.filter((tool) => isPaid || !tool.isPaid);
