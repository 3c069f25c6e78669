/** What a reader recognizes an address by. */
export const hostOf = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, "").split("/", 1)[0] ?? url;

const REPOSITORY_HOSTS: ReadonlySet<string> = new Set(["github.com", "huggingface.co"]);

/** A repository's address names its owner, who answers for it: `github.com/MoonshotAI/Kimi-K2.5`. */
export function placeOf(url: string): string {
  const host = hostOf(url);
  const [owner, repository] = url
    .slice(url.indexOf(host) + host.length)
    .split(/[/?#]/)
    .filter(Boolean);
  return REPOSITORY_HOSTS.has(host) && owner && repository ? `${host}/${owner}/${repository}` : host;
}
