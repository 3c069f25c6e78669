import { execSync } from "node:child_process";
import { KEYS } from "@/lib/config/env";
import type { Finding } from "@/lib/server/start/finding";

export type Settings = Record<string, string>;

export function mendOf({ says }: Finding): string {
  const [, mend] = /\n +fix: ([^]+)$/.exec(says) ?? [];
  if (!mend) throw new Error(`no mend is printed: ${says}`);
  return mend;
}

const isKey = (name: string): name is keyof typeof KEYS => Object.hasOwn(KEYS, name);

const exampleOf = (name: string): string => {
  if (!isKey(name)) throw new Error(`${name} is no key of the configuration`);
  return KEYS[name].example;
};

const without = (settings: Settings, name: string): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name));

/** Does with a configuration what the mend says, word by word. What the operator has to fill in is the key's example. */
export function followMend(settings: Settings, mend: string): Settings {
  const generated = /set ([A-Z_]+) to what `([^`]+)` prints/.exec(mend);
  if (generated) return { ...settings, [generated[1] ?? ""]: execSync(generated[2] ?? "", { encoding: "utf8" }).trim() };
  const assigned = /set ([A-Z_]+)=([^\s,]+)/.exec(mend);
  if (assigned) return { ...settings, [assigned[1] ?? ""]: assigned[2] ?? "" };
  const unset = /^unset ([A-Z_]+)/.exec(mend);
  if (unset) return without(settings, unset[1] ?? "");
  const named = /^set ([A-Z_, ]+[A-Z])/.exec(mend)?.[1]?.split(", ") ?? [];
  if (named.length === 0) throw new Error(`nobody can follow this mend: ${mend}`);
  return { ...settings, ...Object.fromEntries(named.map((name) => [name, exampleOf(name)])) };
}
