import type { Key } from "@/lib/config/key-schemas";
import { KEYS, PROBE_KEY } from "@/lib/config/keys";
import { fields, type DocBlock, type DocField } from "@/lib/domain/pages/docs/doc";

export type KeyName = keyof typeof KEYS;

function notesOf({ fallback, isSecret }: Key): string {
  const notes = [fallback === null ? "" : `default ${fallback}`, isSecret ? "secret" : ""];
  return notes.filter((note) => note !== "").join(", ");
}

const fieldOf = (name: string, key: Key): DocField => ({ name, notes: notesOf(key), text: `${key.meaning}.` });

/** What keys are for, in the words of the configuration itself. */
export const keyFields = (...names: readonly KeyName[]): DocBlock => fields(...names.map((name) => fieldOf(name, KEYS[name])));

export const probeKeyFields = (): DocBlock => fields(fieldOf(PROBE_KEY.name, PROBE_KEY));
