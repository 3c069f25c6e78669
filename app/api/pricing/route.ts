import { agentsPricing } from "@/lib/endpoints/agents/pricing";
import { serve } from "@/lib/http/serve";
// The same list at the address of older clients.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(agentsPricing);
