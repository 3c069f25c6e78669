import type { z } from "zod";

/** Throws at the first invalid entry; the message names file, entry and field for the editor. */
export function parseCatalog<Entry extends z.ZodType>(file: string, entry: Entry, raw: readonly unknown[]): z.output<Entry>[] {
  return raw.map((value, position) => {
    const parsed = entry.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new Error(`${file}, entry ${nameOf(value) ?? position}: ${issue?.path.join(".") || "entry"}: ${issue?.message ?? "not valid"}`);
  });
}

export function requireUnique(file: string, keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) throw new Error(`${file}, entry ${key}: stands there twice`);
    seen.add(key);
  }
}

function nameOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { id } = value as { id?: unknown };
  return typeof id === "string" ? id : null;
}
