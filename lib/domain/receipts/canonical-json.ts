/** Text that JSON writes as it is. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;
/** Up to this length testing is faster than the engine's own quoting. */
const SHORT = 40;
const KEPT_KEYS = 2000;

const quotedKeys = new Map<string, string>();

const quoted = (text: string): string => (text.length < SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

function quotedKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const made = `${quoted(key)}:`;
  if (quotedKeys.size < KEPT_KEYS && key.length < SHORT) quotedKeys.set(key, made);
  return made;
}

/** What JSON.stringify leaves out of objects and writes as null in lists. */
const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === "function" || typeof value === "symbol";

function ofObject(object: Record<string, unknown>): string {
  let members = "";
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (isLeftOut(value)) continue;
    members += (members === "" ? "" : ",") + quotedKey(key) + canonicalJson(value);
  }
  return `{${members}}`;
}

function ofList(list: readonly unknown[]): string {
  let entries = "";
  for (const [index, value] of list.entries()) entries += (index === 0 ? "" : ",") + canonicalJson(value);
  return `[${entries}]`;
}

/**
 * RFC 8785: members in UTF-16 order, no space, numbers and strings as ECMAScript writes them.
 * The value is read as JSON.stringify would read it, so this is the canonical form of what is sent.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "bigint") throw new TypeError("a bigint has no JSON form");
  if (value === null || isLeftOut(value)) return "null";
  if (Array.isArray(value)) return ofList(value);
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? canonicalJson((value as Date).toJSON()) : ofObject(value as Record<string, unknown>);
}
