/** Places in an ordered list, a bit each: the lowest bit of the first byte is the first place. Bytes behind the last set bit may be missing. */
export type PlaceSet = Uint8Array;

export const NO_PLACES: PlaceSet = new Uint8Array();

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

/** Of places in rising order. */
export function placeSet(places: readonly number[]): PlaceSet {
  const last = places.at(-1);
  if (last === undefined) return NO_PLACES;
  const set = new Uint8Array((last >> 3) + 1);
  for (const place of places) set[place >> 3] = (set[place >> 3] ?? 0) | (1 << (place & 7));
  return set;
}

export function everyPlace(count: number): PlaceSet {
  const set = new Uint8Array((count + 7) >> 3).fill(255);
  if (count & 7) set[set.length - 1] = (1 << (count & 7)) - 1;
  return set;
}

export function union(one: PlaceSet, other: PlaceSet): PlaceSet {
  const isLonger = one.length >= other.length;
  const shorter = isLonger ? other : one;
  if (shorter.length === 0) return isLonger ? one : other;
  const set = new Uint8Array(isLonger ? one : other);
  for (let index = 0; index < shorter.length; index++) set[index] = (set[index] ?? 0) | (shorter[index] ?? 0);
  return set;
}

export function intersection(one: PlaceSet, other: PlaceSet): PlaceSet {
  const set = new Uint8Array(one.subarray(0, other.length));
  for (let index = 0; index < set.length; index++) set[index] = (set[index] ?? 0) & (other[index] ?? 0);
  return set;
}

/** Those of one that are not in the other. */
export function difference(one: PlaceSet, other: PlaceSet): PlaceSet {
  const set = new Uint8Array(one);
  for (let index = 0; index < Math.min(set.length, other.length); index++) set[index] = (set[index] ?? 0) & ~(other[index] ?? 0);
  return set;
}

export function countPlaces(set: PlaceSet): number {
  let count = 0;
  for (const byte of set) count += ONES[byte] ?? 0;
  return count;
}

export const hasPlace = (set: PlaceSet, place: number): boolean => ((set[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;

/** The first so many, in rising order. */
export function firstPlaces(set: PlaceSet, limit: number): number[] {
  const places: number[] = [];
  for (let index = 0; index < set.length && places.length < limit; index++) {
    const byte = set[index] ?? 0;
    for (let bit = 0; byte >> bit !== 0 && places.length < limit; bit++) if (byte & (1 << bit)) places.push(index * 8 + bit);
  }
  return places;
}
