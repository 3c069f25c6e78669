import { z } from "zod";

/** Tolerant schemas: a missing, null or invalid value becomes null and never fails. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

export const label = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)))
  .catch(null);

export const moment = z
  .unknown()
  .optional()
  .transform((value) => dateOf(value));

/** Skips invalid entries; anything that is no list is empty. */
export const listOf = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value): z.output<Entry>[] => {
        const parsed = entry.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const EPOCH_SECONDS_BELOW = 100_000_000_000;

/** Accepts ISO, RFC 822, `Date.toString()` and epochs in seconds or milliseconds. */
export function dateOf(value: unknown): Date | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const epoch = typeof value === "number" ? value : /^\d{9,14}$/.test(value) ? Number(value) : null;
  const date = epoch === null ? new Date(String(value)) : new Date(epoch < EPOCH_SECONDS_BELOW ? epoch * 1000 : epoch);
  return Number.isNaN(date.getTime()) ? null : date;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
