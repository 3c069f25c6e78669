const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** The members of the object that was read last in some place: entries of a list mostly have those of the entry before. */
interface Members {
  depth: number;
  /** Keys as they stand, with their colons. */
  keys: Uint8Array[];
  /** Their places, by key. */
  order: number[];
  begins: number[];
  values: number[];
  ends: number[];
  /** What is nested in them. */
  inner: Members[];
}

interface Walk {
  json: Uint8Array;
  /** In order every value is as long as before: it is written where it stood, beside what its own members are read from. */
  written: readonly [Uint8Array, Uint8Array];
}

const decoder = new TextDecoder();

const isNesting = (code: number | undefined): boolean => code === OBJECT || code === LIST;

function textEnd(json: Uint8Array, at: number): number {
  let end = at + 1;
  while (json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end + 1;
}

function scalarEnd(json: Uint8Array, at: number): number {
  if (json[at] === QUOTE) return textEnd(json, at);
  let end = at + 1;
  while (end < json.length && json[end] !== COMMA && json[end] !== OBJECT_END && json[end] !== LIST_END) end += 1;
  return end;
}

function keyStands(key: Uint8Array, json: Uint8Array, at: number): boolean {
  for (let index = 0; index < key.length; index++) if (key[index] !== json[at + index]) return false;
  return true;
}

/** By UTF-16 units of what the keys say. */
function orderOf(keys: readonly Uint8Array[]): number[] {
  const names = keys.map((key) => JSON.parse(decoder.decode(key.subarray(0, -1))) as string);
  return names.map((_, place) => place).sort((one, other) => ((names[one] as string) < (names[other] as string) ? -1 : 1));
}

const noMembers = (depth: number): Members => ({ depth, keys: [], order: [], begins: [], values: [], ends: [], inner: [] });

/** Puts what is nested in the members in order as well. */
function readMembers(walk: Walk, at: number, members: Members): number {
  const { json } = walk;
  let count = 0;
  let end = json[at + 1] === OBJECT_END ? at + 1 : at;
  while (json[end] !== OBJECT_END) {
    const begin = end + 1;
    const known = members.keys[count];
    let value = begin;
    if (known !== undefined && keyStands(known, json, begin)) value += known.length;
    else {
      value = textEnd(json, begin) + 1;
      members.keys.length = count;
      members.keys.push(json.slice(begin, value));
      members.order = [];
    }
    end = isNesting(json[value]) ? orderNested(walk, value, (members.inner[count] ??= noMembers(members.depth + 1))) : scalarEnd(json, value);
    members.begins[count] = begin;
    members.values[count] = value;
    members.ends[count] = end;
    count += 1;
  }
  members.keys.length = count;
  return end + 1;
}

function writeMembers({ json, written }: Walk, at: number, members: Members): void {
  const { depth, keys, begins, values, ends } = members;
  if (members.order.length !== keys.length) members.order = orderOf(keys);
  const [to, nested] = depth % 2 === 0 ? written : [written[1], written[0]];
  let next = at;
  for (const place of members.order) {
    to[next] = next === at ? OBJECT : COMMA;
    next += 1;
    const value = values[place] as number;
    const end = ends[place] as number;
    const plainEnd = isNesting(json[value]) ? value : end;
    for (let index = begins[place] as number; index < plainEnd; index++) to[next++] = json[index] as number;
    if (plainEnd === end) continue;
    to.set(nested.subarray(value, end), next);
    next += end - value;
  }
  if (next === at) to[next++] = OBJECT;
  to[next] = OBJECT_END;
}

function orderEntries(walk: Walk, at: number, members: Members): number {
  const { json } = walk;
  const to = walk.written[members.depth % 2] as Uint8Array;
  to[at] = LIST;
  let end = json[at + 1] === LIST_END ? at + 1 : at;
  while (json[end] !== LIST_END) {
    const begin = end + 1;
    if (isNesting(json[begin])) end = orderNested(walk, begin, members);
    else {
      end = scalarEnd(json, begin);
      for (let index = begin; index < end; index++) to[index] = json[index] as number;
    }
    to[end] = json[end] as number;
  }
  to[end] = LIST_END;
  return end + 1;
}

/** An object of these members, or a list of such. */
function orderNested(walk: Walk, at: number, members: Members): number {
  if (walk.json[at] === LIST) return orderEntries(walk, at, members);
  const end = readMembers(walk, at, members);
  writeMembers(walk, at, members);
  return end;
}

const MOST_KEPT_BYTES = 4 * 1024 * 1024;
let kept: Walk["written"] = [new Uint8Array(0), new Uint8Array(0)];

function roomFor(bytes: number): Walk["written"] {
  if (bytes <= kept[0].length) return kept;
  const room: Walk["written"] = [new Uint8Array(bytes), new Uint8Array(bytes)];
  if (bytes <= MOST_KEPT_BYTES) kept = room;
  return room;
}

/**
 * The canonical form (RFC 8785) of an object or list as JSON.stringify writes it: numbers and texts are as they should
 * be, only members are not in order. Its room is used again: it is gone with the next call.
 */
export function inCanonicalOrder(json: Uint8Array): Uint8Array {
  const walk: Walk = { json, written: roomFor(json.length) };
  orderNested(walk, 0, noMembers(0));
  return walk.written[0].subarray(0, json.length);
}
