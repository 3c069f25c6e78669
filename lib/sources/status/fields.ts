import { z } from "zod";
import { parseArticleDate } from "@/lib/domain/news/article-date";

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

export const dateOf = (value: unknown): Date | null =>
  typeof value === "string" || typeof value === "number" ? parseArticleDate(value) : null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
