import { z } from "zod";

/**
 * Parts of answers that are checked and written once. A long list is filtered anew for every query, but its entries are the
 * same objects until their data changes: only the first answer that has an entry checks it and writes it as JSON.
 */

const checkedParts = new WeakMap<object, object>();
const texts = new WeakMap<object, string>();
const keeping = new WeakSet<z.core.$ZodType>();

/** Has a schema remember which objects fit it, by replacing the function with which zod runs it. Nobody may change such an object. */
export function keptPart<Schema extends z.ZodObject>(schema: Schema): Schema {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const part = payload.value;
    const known = typeof part === "object" && part !== null ? checkedParts.get(part) : undefined;
    if (known) return Object.assign(payload, { value: known });
    const checked = run(payload, context);
    if (checked instanceof Promise || checked.issues.length > 0) return checked;
    checkedParts.set(part as object, checked.value as object);
    return checked;
  };
  keeping.add(schema);
  return schema;
}

/** The schemas of an object's members or of an array's entries. */
function childrenOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  return schema instanceof z.ZodArray ? [schema.element] : [];
}

const holding = new WeakMap<z.core.$ZodType, boolean>();

function holdsParts(schema: z.core.$ZodType): boolean {
  const known = holding.get(schema);
  if (known !== undefined) return known;
  // A schema that contains itself asks about itself.
  holding.set(schema, false);
  const holds = keeping.has(schema) || childrenOf(schema).some(holdsParts);
  holding.set(schema, holds);
  return holds;
}

function textOf(part: object): string {
  const known = texts.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  texts.set(part, text);
  return text;
}

function writeMembers(value: object, { shape }: z.ZodObject): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member, shape[name])}`).join(",")}}`;
}

/** As `JSON.stringify` writes a value that fits the schema; members that the schema does not know are written too. */
export function writeJson(value: unknown, schema: z.core.$ZodType | undefined): string {
  if (typeof value !== "object" || value === null || !schema || !holdsParts(schema)) return JSON.stringify(value);
  if (keeping.has(schema)) return textOf(value);
  if (schema instanceof z.ZodArray) return `[${(value as unknown[]).map((entry) => writeJson(entry, schema.element)).join(",")}]`;
  return schema instanceof z.ZodObject ? writeMembers(value, schema) : JSON.stringify(value);
}
