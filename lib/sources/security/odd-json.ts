import { z } from "zod";

/** An object of which each member is looked at where it is used. */
export const AnyObject = z.looseObject({});

/** The entries of a list that fit; one odd entry spoils no document, and no list is read without an end. */
export function fitting<Schema extends z.ZodType>(value: unknown, schema: Schema, limit: number): z.output<Schema>[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, limit).flatMap((entry: unknown) => {
    const { success, data } = schema.safeParse(entry);
    return success ? [data] : [];
  });
}
