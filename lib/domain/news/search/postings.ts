/** A bitmap of article ordinals, lowest bit of the first byte first. Trailing zero bytes may be missing. */
export type Postings = Uint8Array;

export const NO_POSTINGS: Postings = new Uint8Array();

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

/** `ordinals` must be ascending. */
export function toPostings(ordinals: readonly number[]): Postings {
  const last = ordinals.at(-1);
  if (last === undefined) return NO_POSTINGS;
  const bits = new Uint8Array((last >> 3) + 1);
  for (const ordinal of ordinals) bits[ordinal >> 3] = (bits[ordinal >> 3] ?? 0) | (1 << (ordinal & 7));
  return bits;
}

export function allPostings(count: number): Postings {
  const bits = new Uint8Array((count + 7) >> 3).fill(255);
  if (count & 7) bits[bits.length - 1] = (1 << (count & 7)) - 1;
  return bits;
}

export function union(one: Postings, other: Postings): Postings {
  const isLonger = one.length >= other.length;
  const shorter = isLonger ? other : one;
  if (shorter.length === 0) return isLonger ? one : other;
  const bits = new Uint8Array(isLonger ? one : other);
  for (let index = 0; index < shorter.length; index++) bits[index] = (bits[index] ?? 0) | (shorter[index] ?? 0);
  return bits;
}

export function intersection(one: Postings, other: Postings): Postings {
  const bits = new Uint8Array(one.subarray(0, other.length));
  for (let index = 0; index < bits.length; index++) bits[index] = (bits[index] ?? 0) & (other[index] ?? 0);
  return bits;
}

export function difference(one: Postings, other: Postings): Postings {
  const bits = new Uint8Array(one);
  for (let index = 0; index < Math.min(bits.length, other.length); index++) bits[index] = (bits[index] ?? 0) & ~(other[index] ?? 0);
  return bits;
}

export function countPostings(bits: Postings): number {
  let count = 0;
  for (const byte of bits) count += ONES[byte] ?? 0;
  return count;
}

export const hasPosting = (bits: Postings, ordinal: number): boolean => ((bits[ordinal >> 3] ?? 0) & (1 << (ordinal & 7))) !== 0;

export function firstPostings(bits: Postings, limit: number): number[] {
  const ordinals: number[] = [];
  for (let index = 0; index < bits.length && ordinals.length < limit; index++) {
    const byte = bits[index] ?? 0;
    for (let bit = 0; byte >> bit !== 0 && ordinals.length < limit; bit++) if (byte & (1 << bit)) ordinals.push(index * 8 + bit);
  }
  return ordinals;
}
