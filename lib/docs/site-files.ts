import { PAGES } from "@/lib/domain/navigation";
import { contactUri, type Site } from "./site";

const DAY_MS = 86_400_000;
const SECURITY_DAYS = 180;

/** RFC 9116. The expiry moves once a day, so that the file is the same all day and never expired. */
export function securityText(site: Site, now: Date): string {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${contactUri(site)}`,
    `Expires: ${new Date(midnight + SECURITY_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${site.baseUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}

/** Crawlers of AI companies, named because some read only a group of their own. */
export const AI_CRAWLERS = [
  "GPTBot",
  "OAI-SearchBot",
  "ChatGPT-User",
  "ClaudeBot",
  "Claude-User",
  "Claude-SearchBot",
  "Google-Extended",
  "GoogleOther",
  "PerplexityBot",
  "Perplexity-User",
  "meta-externalagent",
  "Applebot-Extended",
  "Amazonbot",
  "Bytespider",
  "CCBot",
  "MistralAI-User",
  "cohere-ai",
  "DuckAssistBot",
  "YouBot",
] as const;

const CLOSED = "/api/cron/";

export function robotsText(site: Site): string {
  const open = ["Allow: /", `Disallow: ${CLOSED}`];
  const named = AI_CRAWLERS.map((name) => `User-agent: ${name}`);
  return ["User-agent: *", ...open, "", ...named, ...open, "", `Sitemap: ${site.baseUrl}/sitemap.xml`, ""].join("\n");
}

const escapeXml = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

export function sitemapXml(site: Site): string {
  const entries = [...PAGES, "/llms.txt", "/llms-full.txt"].map((path) => `  <url><loc>${escapeXml(`${site.baseUrl}${path}`)}</loc></url>`);
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', ...entries, "</urlset>", ""].join("\n");
}
