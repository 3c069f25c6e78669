export const LOG_VERSION = 1;

/** UTC time at which the log of the day before is closed, signed and published. */
export const LOG_PUBLISHED_AT = "00:10";

const SIGNED_HEAD_FIELDS = ["v", "date", "size", "root", "previous", "published_at"] as const;

export interface SignedLogHead {
  v: typeof LOG_VERSION;
  date: string;
  size: number;
  root: string;
  /** Hash of the signed fields of the head published before this one; null for the first. */
  previous: string | null;
  published_at: string;
}

export interface LogHead extends SignedLogHead {
  signature: string;
  key_id: string;
}

export function signedHead(head: object): Record<string, unknown> | null {
  const missing = SIGNED_HEAD_FIELDS.some((name) => !Object.hasOwn(head, name));
  return missing ? null : Object.fromEntries(SIGNED_HEAD_FIELDS.map((name) => [name, (head as Record<string, unknown>)[name]]));
}
