import { litellm } from "./litellm";
import { modelsDev } from "./models-dev";
import { openrouter } from "./openrouter";
import type { PricingSource } from "./pricing-source";

/** The first is believed, the others check it and fill its gaps. */
export const pricingSources: readonly PricingSource[] = [modelsDev, litellm, openrouter];
