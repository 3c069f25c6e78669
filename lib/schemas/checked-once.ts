import { z } from "zod";

/**
 * Schema whose objects are checked once, such as entries of a list that each query filters anew.
 * Nobody may change such an object: it stays the same until its data changes.
 */
export function checkedOnce<Schema extends z.ZodObject>(schema: Schema): z.ZodType<z.output<Schema>> {
  const checked = new WeakSet<object>();
  const part: z.ZodType<z.output<Schema>> = z.any();
  return part
    .superRefine((value, context) => {
      if (typeof value === "object" && value !== null && checked.has(value)) return;
      const { success, error } = schema.safeParse(value);
      if (success) checked.add(value);
      else for (const { message, path } of error.issues) context.addIssue({ code: "custom", message, path });
    })
    .meta({ documentedAs: schema });
}
