const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** Members of the last object read at one position. Reused, because entries of a list mostly share their keys. */
interface Members {
  depth: number;
  keys: ByteView[];
  /** Indices of the members in canonical order. */
  order: number[];
  begins: number[];
  values: number[];
  ends: number[];
  inner: Members[];
}

interface Walk {
  json: Uint8Array;
  words: DataView;
  /** Two output buffers for alternating depths. Sorting keeps every value's length, so each nested value keeps its offset. */
  written: readonly [ByteView, ByteView];
}

interface ByteView {
  bytes: Uint8Array;
  words: DataView;
}

const decoder = new TextDecoder();

const isNesting = (code: number | undefined): boolean => code === OBJECT || code === LIST;

const WORD = 4;
const LOW_BITS = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/** Non-zero when one of the four bytes is 0: https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord */
const zeroIn = (word: number): number => (word - LOW_BITS) & ~word & HIGH_BITS;

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

function isKeyAt({ json, words }: Walk, key: ByteView, at: number): boolean {
  const { length } = key.bytes;
  if (at + length > json.length) return false;
  let index = 0;
  for (; index + WORD <= length; index += WORD) if (key.words.getInt32(index, true) !== words.getInt32(at + index, true)) return false;
  for (; index < length; index++) if (key.bytes[index] !== json[at + index]) return false;
  return true;
}

function copy({ json, words }: Walk, begin: number, end: number, to: ByteView, at: number): number {
  let [index, next] = [begin, at];
  for (; index + WORD <= end; index += WORD, next += WORD) to.words.setInt32(next, words.getInt32(index, true), true);
  for (; index < end; index++, next++) to.bytes[next] = json[index] as number;
  return next;
}

const byteViewOf = (bytes: Uint8Array): ByteView => ({ bytes, words: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) });

/** Canonical order: by UTF-16 units of the decoded keys. */
function orderOf(keys: readonly ByteView[]): number[] {
  const names = keys.map(({ bytes }) => JSON.parse(decoder.decode(bytes.subarray(0, -1))) as string);
  return names.map((_, place) => place).sort((one, other) => ((names[one] as string) < (names[other] as string) ? -1 : 1));
}

const noMembers = (depth: number): Members => ({ depth, keys: [], order: [], begins: [], values: [], ends: [], inner: [] });

function readMembers(walk: Walk, at: number, members: Members): number {
  const { json } = walk;
  let count = 0;
  let end = json[at + 1] === OBJECT_END ? at + 1 : at;
  while (json[end] !== OBJECT_END) {
    const begin = end + 1;
    const previousKey = members.keys[count];
    let value = begin;
    if (previousKey !== undefined && isKeyAt(walk, previousKey, begin)) value += previousKey.bytes.length;
    else {
      value = textEnd(walk, begin) + 1;
      members.keys.length = count;
      members.keys.push(byteViewOf(Uint8Array.prototype.slice.call(json, begin, value)));
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
  const to = walk.written[members.depth % 2] as ByteView;
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

function orderNested(walk: Walk, at: number, members: Members): number {
  if (walk.json[at] === LIST) return orderEntries(walk, at, members);
  const end = readMembers(walk, at, members);
  writeMembers(walk, at, members);
  return end;
}

const MAX_REUSED_BYTES = 4 * 1024 * 1024;
let reusedViews: Walk["written"] = [byteViewOf(new Uint8Array(0)), byteViewOf(new Uint8Array(0))];

function outputViews(bytes: number): Walk["written"] {
  if (bytes <= reusedViews[0].bytes.length) return reusedViews;
  const views: Walk["written"] = [byteViewOf(new Uint8Array(bytes)), byteViewOf(new Uint8Array(bytes))];
  if (bytes <= MAX_REUSED_BYTES) reusedViews = views;
  return views;
}

/**
 * Canonical form (RFC 8785) of JSON written by JSON.stringify, in which only the order of members can be wrong.
 * The result is a view on a reused buffer and is valid only until the next call.
 */
export function inCanonicalOrder(json: Uint8Array): Uint8Array {
  const walk: Walk = { json, words: byteViewOf(json).words, written: outputViews(json.length) };
  orderNested(walk, 0, noMembers(0));
  return walk.written[0].bytes.subarray(0, json.length);
}
