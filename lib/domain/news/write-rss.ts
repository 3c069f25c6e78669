interface RssItem {
  title: string;
  url: string;
  snippet: string;
  publishedAt: string;
  source: string;
  sourceDomain: string;
  categories: readonly string[];
}

export interface RssChannel {
  title: string;
  homeUrl: string;
  selfUrl: string;
  description: string;
  copyright: string;
  ttlMinutes: number;
  items: readonly RssItem[];
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

// XML 1.0 cannot represent other control characters, not even escaped.
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escapeXml = (text: string): string => text.replace(NOT_XML, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const rfc822 = (iso: string): string => new Date(iso).toUTCString();

function itemXml(item: RssItem): string {
  return [
    "    <item>",
    `      <title>${escapeXml(item.title)}</title>`,
    `      <link>${escapeXml(item.url)}</link>`,
    `      <description>${escapeXml(item.snippet)}</description>`,
    `      <pubDate>${rfc822(item.publishedAt)}</pubDate>`,
    `      <guid isPermaLink="true">${escapeXml(item.url)}</guid>`,
    `      <source url="https://${escapeXml(item.sourceDomain)}">${escapeXml(item.source)}</source>`,
    ...item.categories.map((category) => `      <category>${escapeXml(category)}</category>`),
    "    </item>",
  ].join("\n");
}

/** RSS 2.0. The build date is that of the newest item, so that unchanged news gives unchanged bytes. */
export function writeRss(channel: RssChannel): string {
  const newest = channel.items
    .map((item) => item.publishedAt)
    .toSorted()
    .at(-1);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "  <channel>",
    `    <title>${escapeXml(channel.title)}</title>`,
    `    <link>${escapeXml(channel.homeUrl)}</link>`,
    `    <description>${escapeXml(channel.description)}</description>`,
    "    <language>en-us</language>",
    `    <copyright>${escapeXml(channel.copyright)}</copyright>`,
    ...(newest === undefined ? [] : [`    <lastBuildDate>${rfc822(newest)}</lastBuildDate>`]),
    `    <ttl>${channel.ttlMinutes}</ttl>`,
    `    <atom:link href="${escapeXml(channel.selfUrl)}" rel="self" type="application/rss+xml"/>`,
    ...channel.items.map(itemXml),
    "  </channel>",
    "</rss>",
    "",
  ].join("\n");
}
