import { baseUrl } from "@/lib/http/own-address";
import { siteIdentity, siteOf, type Site } from "../site";

export const thisSite = (): Site => siteOf({ siteName: siteIdentity().name, baseUrl: baseUrl() });
