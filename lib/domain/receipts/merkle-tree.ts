/** Merkle tree of RFC 6962: 0x00 prefixes a leaf, 0x01 two nodes. The left half is the largest power of two. */
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

function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

const only = (nodes: readonly Uint8Array[]): Uint8Array => nodes[0] as Uint8Array;

/**
 * Root over leaf hashes, or over full subtrees' roots of equal size, except the last. An empty tree
 * hashes empty input.
 */
export function rootOf(nodes: readonly Uint8Array[], hash: Hash): Uint8Array {
  if (nodes.length === 0) return hash(new Uint8Array());
  if (nodes.length === 1) return only(nodes);
  const split = splitOf(nodes.length);
  return nodeHash(rootOf(nodes.slice(0, split), hash), rootOf(nodes.slice(split), hash), hash);
}

/** Inclusion path: the sibling nodes from one leaf up to the root. */
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

/** Root that an inclusion path leads to (RFC 9162, 2.1.3.2). Null when index, size and path do not fit together. */
export function rootOfPath({ leaf, index, size, path }: Inclusion, hash: Hash): Uint8Array | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  let position = index;
  let last = size - 1;
  let node = leaf;
  for (const sibling of path) {
    if (last === 0) return null;
    const isRight = position % 2 === 1 || position === last;
    node = isRight ? nodeHash(sibling, node, hash) : nodeHash(node, sibling, hash);
    while (isRight && position % 2 === 0 && position !== 0) {
      position /= 2;
      last = Math.floor(last / 2);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? node : null;
}
