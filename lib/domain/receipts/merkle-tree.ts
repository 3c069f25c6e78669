/** Hash trees as RFC 6962 has them: 0x00 before a leaf, 0x01 before two nodes, the left half the largest power of two. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

const LEAF = 0;
const NODE = 1;

function prefixed(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  whole[0] = prefix;
  let at = 1;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const leafHash = (data: Uint8Array, hash: Hash): Uint8Array => hash(prefixed(LEAF, data));

const nodeHash = (left: Uint8Array, right: Uint8Array, hash: Hash): Uint8Array => hash(prefixed(NODE, left, right));

/** The largest power of two below the size. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

const only = (nodes: readonly Uint8Array[]): Uint8Array => nodes[0] as Uint8Array;

/** Of leaf hashes, or of roots of equally large full subtrees of which the last may be short. No leaves hash to the hash of nothing. */
export function rootOf(nodes: readonly Uint8Array[], hash: Hash): Uint8Array {
  if (nodes.length === 0) return hash(new Uint8Array());
  if (nodes.length === 1) return only(nodes);
  const split = splitOf(nodes.length);
  return nodeHash(rootOf(nodes.slice(0, split), hash), rootOf(nodes.slice(split), hash), hash);
}

/** The nodes beside the way from one leaf to the root, the lowest first. */
export function pathOf(index: number, nodes: readonly Uint8Array[], hash: Hash): Uint8Array[] {
  if (nodes.length <= 1) return [];
  const split = splitOf(nodes.length);
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)];
  return index < split ? [...pathOf(index, left, hash), rootOf(right, hash)] : [...pathOf(index - split, right, hash), rootOf(left, hash)];
}

export interface Inclusion {
  leaf: Uint8Array;
  index: number;
  size: number;
  path: readonly Uint8Array[];
}

/** RFC 9162, 2.1.3.2: the root that a path leads to; null when index, size and path do not belong together. */
export function rootOfPath({ leaf, index, size, path }: Inclusion, hash: Hash): Uint8Array | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  let position = index;
  let last = size - 1;
  let node = leaf;
  for (const beside of path) {
    if (last === 0) return null;
    const isRight = position % 2 === 1 || position === last;
    node = isRight ? nodeHash(beside, node, hash) : nodeHash(node, beside, hash);
    while (isRight && position % 2 === 0 && position !== 0) {
      position /= 2;
      last = Math.floor(last / 2);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? node : null;
}
