const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** The members of the object that was read last in some place: entries of a list mostly have those of the entry before. */
interface Members {
  depth: number;
  /** Keys as they stand, with their colons. */
  keys: Room[];
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
  /** The same bytes, to be read four at a time. */
  words: DataView;
  /** In order every value is as long as before: it is written where it stood, beside what its own members are read from. */
  written: readonly [Room, Room];
}

interface Room {
  bytes: Uint8Array;
  words: DataView;
}

const decoder = new TextDecoder();

const isNesting = (code: number | undefined): boolean => code === OBJECT || code === LIST;

const WORD = 4;
const ONES = 0x01010101;
const TOPS = 0x80808080 | 0;

/** Not 0 where one of the four bytes is 0: https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord */
const zeroIn = (word: number): number => (word - ONES) & ~word & TOPS;

/** Of a text that begins at `at`, its closing quote included. */
function textEnd({ json, words }: Walk, at: number): number {
  let end = at + 1;
  const last = json.length - WORD;
  while (end <= last) {
    const word = words.getInt32(end, true);
    if ((zeroIn(word ^ QUOTES) | zeroIn(word ^ BACKSLASHES)) !== 0) break;
    end += WORD;
  }
  while (json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end + 1;
}

function scalarEnd(walk: Walk, at: number): number {
  const { json } = walk;
  if (json[at] === QUOTE) return textEnd(walk, at);
  let end = at + 1;
  while (end < json.length && json[end] !== COMMA && json[end] !== OBJECT_END && json[end] !== LIST_END) end += 1;
  return end;
}

function keyStands({ json, words }: Walk, key: Room, at: number): boolean {
  const { length } = key.bytes;
  if (at + length > json.length) return false;
  let index = 0;
  for (; index + WORD <= length; index += WORD) if (key.words.getInt32(index, true) !== words.getInt32(at + index, true)) return false;
  for (; index < length; index++) if (key.bytes[index] !== json[at + index]) return false;
  return true;
}

/** Returns where the next byte goes. */
function copy({ json, words }: Walk, begin: number, end: number, to: Room, at: number): number {
  let [index, next] = [begin, at];
  for (; index + WORD <= end; index += WORD, next += WORD) to.words.setInt32(next, words.getInt32(index, true), true);
  for (; index < end; index++, next++) to.bytes[next] = json[index] as number;
  return next;
}

const roomOf = (bytes: Uint8Array): Room => ({ bytes, words: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) });

/** By UTF-16 units of what the keys say. */
function orderOf(keys: readonly Room[]): number[] {
  const names = keys.map(({ bytes }) => JSON.parse(decoder.decode(bytes.subarray(0, -1))) as string);
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
    if (known !== undefined && keyStands(walk, known, begin)) value += known.bytes.length;
    else {
      value = textEnd(walk, begin) + 1;
      members.keys.length = count;
      members.keys.push(roomOf(Uint8Array.prototype.slice.call(json, begin, value)));
      members.order = [];
    }
    end = isNesting(json[value])
      ? orderNested(walk, value, (members.inner[count] ??= noMembers(members.depth + 1)))
      : scalarEnd(walk, value);
    members.begins[count] = begin;
    members.values[count] = value;
    members.ends[count] = end;
    count += 1;
  }
  members.keys.length = count;
  return end + 1;
}

function writeMembers(walk: Walk, at: number, members: Members): void {
  const { json, written } = walk;
  const { depth, keys, begins, values, ends } = members;
  if (members.order.length !== keys.length) members.order = orderOf(keys);
  const [to, nested] = depth % 2 === 0 ? written : [written[1], written[0]];
  let next = at;
  for (const place of members.order) {
    to.bytes[next] = next === at ? OBJECT : COMMA;
    next += 1;
    const value = values[place] as number;
    const end = ends[place] as number;
    const plainEnd = isNesting(json[value]) ? value : end;
    next = copy(walk, begins[place] as number, plainEnd, to, next);
    if (plainEnd === end) continue;
    to.bytes.set(nested.bytes.subarray(value, end), next);
    next += end - value;
  }
  if (next === at) to.bytes[next++] = OBJECT;
  to.bytes[next] = OBJECT_END;
}

function orderEntries(walk: Walk, at: number, members: Members): number {
  const { json } = walk;
  const to = walk.written[members.depth % 2] as Room;
  to.bytes[at] = LIST;
  let end = json[at + 1] === LIST_END ? at + 1 : at;
  while (json[end] !== LIST_END) {
    const begin = end + 1;
    if (isNesting(json[begin])) end = orderNested(walk, begin, members);
    else {
      end = scalarEnd(walk, begin);
      copy(walk, begin, end, to, begin);
    }
    to.bytes[end] = json[end] as number;
  }
  to.bytes[end] = LIST_END;
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
let kept: Walk["written"] = [roomOf(new Uint8Array(0)), roomOf(new Uint8Array(0))];

function roomFor(bytes: number): Walk["written"] {
  if (bytes <= kept[0].bytes.length) return kept;
  const room: Walk["written"] = [roomOf(new Uint8Array(bytes)), roomOf(new Uint8Array(bytes))];
  if (bytes <= MOST_KEPT_BYTES) kept = room;
  return room;
}

/**
 * The canonical form (RFC 8785) of an object or list as JSON.stringify writes it: numbers and texts are as they should
 * be, only members are not in order. Its room is used again: it is gone with the next call.
 */
export function inCanonicalOrder(json: Uint8Array): Uint8Array {
  const walk: Walk = { json, words: roomOf(json).words, written: roomFor(json.length) };
  orderNested(walk, 0, noMembers(0));
  return walk.written[0].bytes.subarray(0, json.length);
}
