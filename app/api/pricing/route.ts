import { agentsPricing } from "@/lib/endpoints/agents/pricing";
import { serve } from "@/lib/http/serve";
// An alias of /api/agents/pricing for older clients.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(agentsPricing);
