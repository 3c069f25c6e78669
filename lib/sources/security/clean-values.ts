import { sanitizeLabel, sanitizeReport } from "@/lib/domain/news/sanitize/sanitize";
import { REMOVED } from "@/lib/domain/news/sanitize/marks";
import { z } from "zod";
import { parseUrl } from "@/lib/domain/basics/parse-url";

export const AnyObject = z.looseObject({});

/** Entries that match the schema, among the first `limit`. Invalid entries are skipped. */
export function validEntries<Schema extends z.ZodType>(value: unknown, schema: Schema, limit: number): z.output<Schema>[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, limit).flatMap((entry: unknown) => {
    const { success, data } = schema.safeParse(entry);
    return success ? [data] : [];
  });
}

const MAX_URL_LENGTH = 500;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CWE = /\bCWE-(\d{1,6})\b/i;
const PLACEHOLDER = /^(?:n\/?a|\[?unknown\]?|unspecified|none|-)?$/i;

/** Sanitized prose; null when nothing is left of it. */
export function cleanText(value: unknown): string | null {
  const text = sanitizeReport(value);
  return text === "" || text === REMOVED ? null : text;
}

/** Sanitized name; null for placeholders such as `n/a`. */
export function cleanName(value: unknown): string | null {
  const name = sanitizeLabel(value);
  return PLACEHOLDER.test(name) ? null : name;
}

/** A time without an offset is UTC in all five source formats. */
export function cleanMoment(value: unknown): string | null {
  if (typeof value !== "string" || !MOMENT.test(value)) return null;
  const moment = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

export const cleanDay = (value: unknown): string | null =>
  typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;

export function cleanCwe(value: unknown): string | null {
  const number = typeof value === "string" ? CWE.exec(value)?.[1] : undefined;
  return number === undefined ? null : `CWE-${number}`;
}

/** Normalized http(s) URL without credentials; null for anything else. */
export function cleanUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH) return null;
  const url = parseUrl(value);
  if (url === null) return null;
  return (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "" ? url.href : null;
}

export const distinct = <Value>(values: readonly (Value | null)[]): Value[] => [...new Set(values.filter((value) => value !== null))];
