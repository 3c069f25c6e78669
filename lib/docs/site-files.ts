import { crawlers } from "@/lib/catalogs/crawlers";
import { ApiError } from "@/lib/errors";
import { contactUri, type Site } from "./site";
import { DAY_MS } from "@/lib/domain/basics/time";

const SECURITY_DAYS = 180;

/** RFC 9116. The expiry moves once a day: the file is the same all day and never expired. */
export function securityText(site: Site, now: Date): string {
  const { contact } = site.operator;
  if (contact === null) throw new ApiError("not_found", "No contact is configured (OPERATOR_CONTACT), so this document is left out.");
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${contactUri(contact)}`,
    `Expires: ${new Date(midnight + SECURITY_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${site.baseUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}

/** Some crawlers obey only a group that names them. A name in robots.txt contains no space. */
export const AI_CRAWLERS: readonly string[] = crawlers.map(({ label }) => label).filter((label) => /^[\w.-]+$/.test(label));

const CLOSED = "/api/cron/";

export function robotsText(site: Site): string {
  const open = ["Allow: /", `Disallow: ${CLOSED}`];
  const aiGroups = AI_CRAWLERS.map((name) => `User-agent: ${name}`);
  return ["User-agent: *", ...open, "", ...aiGroups, ...open, "", `Sitemap: ${site.baseUrl}/sitemap.xml`, ""].join("\n");
}
