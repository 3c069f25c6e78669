import { env, secretsOf } from "./env";

let secrets: readonly string[] | undefined;

/** Secrets recognisable by their format: tokens, memos of quotes, watch secrets. */
const SECRET_FORMATS: readonly [RegExp, string][] = [
  [/\baed_live_[0-9a-f]{64}\b/gi, "aed_live_[secret]"],
  [/\baed-(?:[0-9a-f]{32}|[0-9a-f]{16})\b/gi, "aed-[secret]"],
  [/\bwhsec_[\w+/=-]{16,}/g, "whsec_[secret]"],
];

/** Plain and JSON-escaped. With an unreadable configuration there are no configured secrets. */
function configured(): readonly string[] {
  try {
    return (secrets ??= secretsOf(env()).flatMap((secret) => [...new Set([secret, JSON.stringify(secret).slice(1, -1)])]));
  } catch {
    return [];
  }
}

export function withoutSecrets(text: string): string {
  const cut = configured().reduce((line, secret) => line.replaceAll(secret, "[secret]"), text);
  return SECRET_FORMATS.reduce((line, [format, replacement]) => line.replace(format, replacement), cut);
}
