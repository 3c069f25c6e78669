import { z } from "zod";

/**
 * Schema whose objects are checked once. Entries of a list that each query filters anew stay the same
 * objects until their data changes. Nobody may change such an object.
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
