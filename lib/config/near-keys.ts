import { editDistance } from "@/lib/domain/basics/closest-names";
import { KEYS, PROBE_KEY } from "./keys";

/** Shorter keys are left out, because too many other variables are as near to them: PORT, HOST, SORT. */
const LEAST_LETTERS = 6;
/** Names of this length may have two wrong letters; in shorter ones two make another word. */
const LONG = 10;
/** Variables of npm, Node, Next and Vercel. */
const OTHERS = /^(npm_|NODE_|NEXT_(?!PUBLIC_)|VERCEL)/;

const mostWrong = (key: string): number => (key.length < LONG ? 1 : 2);

function closestKey(name: string): string | undefined {
  const near = Object.keys(KEYS)
    .filter((key) => key.length >= LEAST_LETTERS && Math.abs(key.length - name.length) <= mostWrong(key))
    .map((key) => ({ key, wrong: editDistance(name, key) }))
    .filter(({ key, wrong }) => wrong <= mostWrong(key));
  return near.toSorted((one, other) => one.wrong - other.wrong)[0]?.key;
}

/** Says of each variable that nearly is a key of ours that it is ignored. */
export function nearKeys(variables: Readonly<Record<string, string | undefined>>): string[] {
  const others = Object.keys(variables).filter((name) => !(name in KEYS) && !OTHERS.test(name) && !PROBE_KEY.pattern.test(name));
  return others.flatMap((name) => {
    const key = closestKey(name);
    // A near key beside the right one belongs to another program.
    return key === undefined || variables[key] ? [] : [`${name} is set, which this service does not know; it knows ${key}.`];
  });
}
