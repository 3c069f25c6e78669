import { parseUrl } from "../../basics/parse-url";

/** Bodies of deliveries: our own JSON, or what an incoming webhook of a chat product takes. */
export const WATCH_FORMATS = ["json", "slack", "discord", "teams"] as const;
export type WatchFormat = (typeof WATCH_FORMATS)[number];
export type ChatFormat = Exclude<WatchFormat, "json">;

export const FORMAT_NAMES: Readonly<Record<WatchFormat, string>> = {
  json: "JSON",
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
};

const SLACK_HOSTS = ["hooks.slack.com", "hooks.slack-gov.com"];
const DISCORD_HOSTS = ["discord.com", "discordapp.com"];
const TEAMS_HOSTS = ["logic.azure.com", "powerplatform.com"];
const DISCORD_PATH = /^\/api\/(?:v\d+\/)?webhooks\//;

const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

/** The product whose incoming webhooks have addresses like this one; null where none has. */
export function formatOfAddress(address: string): ChatFormat | null {
  const url = parseUrl(address.trim());
  if (url?.protocol !== "https:") return null;
  const host = url.hostname.replace(/\.$/, "");
  if (isWithin(host, SLACK_HOSTS)) return "slack";
  // Discord also takes the body of Slack, at its address with `/slack` behind it.
  if (isWithin(host, DISCORD_HOSTS) && DISCORD_PATH.test(url.pathname)) return /\/slack\/?$/.test(url.pathname) ? "slack" : "discord";
  return isWithin(host, TEAMS_HOSTS) ? "teams" : null;
}

/** The format of a watch: the one that is asked for, and otherwise the one that its address takes. */
export const formatFor = (asked: WatchFormat | undefined, address: string): WatchFormat => asked ?? formatOfAddress(address) ?? "json";

/** The warning for a format and an address that do not fit; null where they do. */
export function formatWarning(format: WatchFormat, address: string): string | null {
  const known = formatOfAddress(address);
  if (known === format || (known === null && format === "json")) return null;
  const given = FORMAT_NAMES[format];
  if (known === null) {
    return `The address is not one that ${given} gives out: its receiver must take the body of an incoming webhook of ${given}.`;
  }
  const product = FORMAT_NAMES[known];
  return `The address looks like an incoming webhook of ${product}, which does not take a body in the format ${format}: choose the format ${known}.`;
}
