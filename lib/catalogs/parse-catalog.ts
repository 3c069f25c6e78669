import { z } from "zod";

export const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const CalendarDate = z.iso.date();

export const LooseDate = z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/);

export const WebAddress = z.url({ protocol: /^https$/ });

/** The id of one of these entries; the message says what it is not. */
export function idAmong(entries: readonly { id: string }[], message: string): z.ZodString {
  const ids = new Set(entries.map(({ id }) => id));
  return z.string().refine((id) => ids.has(id), message);
}

type KeysOf<Entry> = (keyof Entry & string) | ((entry: Entry) => string | readonly string[]);

function nameOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { id } = value as { id?: unknown };
  return typeof id === "string" ? id : null;
}

/** Throws at the first invalid entry or repeated key. The message names file, entry and field for the editor. */
export function parseCatalog<Entry extends z.ZodType>(
  file: string,
  entry: Entry,
  raw: readonly unknown[],
  ...uniqueKeys: readonly KeysOf<z.output<Entry>>[]
): z.output<Entry>[] {
  const entries = raw.map((value, position) => {
    const parsed = entry.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new Error(`${file}, entry ${nameOf(value) ?? position}: ${issue?.path.join(".") || "entry"}: ${issue?.message ?? "not valid"}`);
  });
  for (const keyOf of uniqueKeys) {
    const seen = new Set<string>();
    for (const key of entries.flatMap((value) => (typeof keyOf === "function" ? keyOf(value) : (value[keyOf] as string)))) {
      if (seen.has(key)) throw new Error(`${file}, entry ${key}: stands there twice`);
      seen.add(key);
    }
  }
  return entries;
}
