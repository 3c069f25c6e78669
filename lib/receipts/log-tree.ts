import { createHash } from "node:crypto";
import type { ReceiptChunk, ReceiptLeaf } from "@/db/queries/receipts/receipt-log";
import { pathOf, rootOf, type Hash } from "@/lib/domain/receipts/merkle-tree";
import { tagged } from "./hashes";

const sha256: Hash = (bytes) => createHash("sha256").update(bytes).digest();

const fromHex = (hex: string): Buffer => Buffer.from(hex, "hex");
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

export const chunkRoot = (leaves: readonly ReceiptLeaf[]): string =>
  toHex(
    rootOf(
      leaves.map(({ leafHash }) => fromHex(leafHash)),
      sha256,
    ),
  );

export const logRoot = (chunkRoots: readonly string[]): string => tagged(toHex(rootOf(chunkRoots.map(fromHex), sha256)));

export interface Inclusion {
  leafHash: string;
  index: number;
  path: string[];
}

export function inclusionOf(id: string, { number, leaves, roots }: ReceiptChunk, leavesPerChunk: number): Inclusion | null {
  const within = leaves.findIndex((leaf) => leaf.id === id);
  const leaf = leaves[within];
  if (!leaf) return null;
  const hashes = leaves.map(({ leafHash }) => fromHex(leafHash));
  const path = [...pathOf(within, hashes, sha256), ...pathOf(number, roots.map(fromHex), sha256)];
  return { leafHash: tagged(leaf.leafHash), index: number * leavesPerChunk + within, path: path.map((node) => tagged(toHex(node))) };
}
