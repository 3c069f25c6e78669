import { z } from "zod";

/**
 * Parts of answers that are checked and written once. A long list is filtered anew for every query, but its entries are the
 * same objects until their data changes: only the first answer that has an entry checks it and writes it as JSON.
 */

const checkedParts = new WeakMap<object, object>();
const written = new WeakMap<object, Uint8Array>();
const keeping = new WeakSet<z.core.$ZodType>();

/** Has a schema remember which objects fit it, by replacing the function with which zod runs it. Nobody may change such an object. */
export function cachedPart<Schema extends z.ZodObject>(schema: Schema): Schema {
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

const encoder = new TextEncoder();

function bytesOf(part: object): Uint8Array {
  const known = written.get(part);
  if (known !== undefined) return known;
  const bytes = encoder.encode(JSON.stringify(part));
  written.set(part, bytes);
  return bytes;
}

const COMMA = encoder.encode(",");

/** Memory in which lent answers are put together. It grows to the longest of them. */
let workspace = new Uint8Array(0);

/** Written parts, in order. Texts between two cached parts are encoded together. */
class Pieces {
  private readonly pieces: Uint8Array[] = [];
  private text = "";

  add(text: string): void {
    this.text += text;
  }

  addPart(part: object): void {
    this.endText();
    this.pieces.push(bytesOf(part));
  }

  private endText(): void {
    // All that stands between two entries of a list.
    if (this.text === ",") this.pieces.push(COMMA);
    else if (this.text !== "") this.pieces.push(encoder.encode(this.text));
    this.text = "";
  }

  joined(): Uint8Array {
    this.endText();
    const byteLength = this.pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    if (workspace.byteLength < byteLength) workspace = new Uint8Array(byteLength);
    let at = 0;
    for (const piece of this.pieces) {
      workspace.set(piece, at);
      at += piece.byteLength;
    }
    return workspace.subarray(0, byteLength);
  }
}

function writeMembers(to: Pieces, value: object, { shape }: z.ZodObject): void {
  let before = "{";
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    to.add(`${before}${JSON.stringify(name)}:`);
    write(to, member, shape[name]);
    before = ",";
  }
  to.add(before === "{" ? "{}" : "}");
}

function writeEntries(to: Pieces, entries: readonly unknown[], { element }: z.ZodArray): void {
  let before = "[";
  for (const entry of entries) {
    to.add(before);
    write(to, entry, element);
    before = ",";
  }
  to.add(before === "[" ? "[]" : "]");
}

function write(to: Pieces, value: unknown, schema: z.core.$ZodType | undefined): void {
  if (typeof value !== "object" || value === null || !schema || !holdsParts(schema)) to.add(JSON.stringify(value));
  else if (keeping.has(schema)) to.addPart(value);
  else if (schema instanceof z.ZodArray) writeEntries(to, value as unknown[], schema);
  else if (schema instanceof z.ZodObject) writeMembers(to, value, schema);
  else to.add(JSON.stringify(value));
}

/**
 * Writes a value that fits the schema as `JSON.stringify` would, in UTF-8, with unknown members. The
 * next call writes over the lent bytes, so `use` must copy what it keeps, synchronously. Fresh memory
 * for each long answer made V8 collect its whole heap every 64 MB, which cost as much as the answer.
 */
export function lendJson<Result>(value: unknown, schema: z.core.$ZodType, use: (lent: Uint8Array) => Result): Result {
  const to = new Pieces();
  write(to, value, schema);
  return use(to.joined());
}
