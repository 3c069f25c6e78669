import { feedXml } from "@/lib/endpoints/feed-xml";
import { serve } from "@/lib/http/serve";
// An alias of /api/feed.xml that feed readers try.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(feedXml);
