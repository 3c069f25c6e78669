import { feedXml } from "@/lib/endpoints/feed-xml";
import { serve } from "@/lib/http/serve";
// The same feed where readers look for it.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(feedXml);
