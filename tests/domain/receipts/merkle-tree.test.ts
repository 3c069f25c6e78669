import { describe, expect, test } from "vitest";
import { leafHash, pathOf, rootOf, rootOfPath } from "@/lib/domain/receipts/merkle-tree";
import { inTier } from "../../support/lacks";
import { sha256 } from "../../support/receipts/receipts";

const hex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString("hex");
const leafFor = (data: string): Uint8Array => leafHash(Buffer.from(data, "hex"), sha256);

/** The test vectors of Certificate Transparency's own reference implementation. */
const LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"].map(leafFor);
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const PATHS: readonly [number, number, readonly string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [
    5,
    8,
    [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
  [2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]],
];

const tree = (size: number): Uint8Array[] => Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`receipt ${index}`), sha256));

describe("the reference trees of RFC 6962", () => {
  test.each(ROOTS.map((root, size): [number, string] => [size, root]))("have the known root with %i leaves", (size, root) =>
    expect(hex(rootOf(LEAVES.slice(0, size), sha256))).toBe(root),
  );

  test.each(PATHS)("have the known path of leaf %i of %i", (index, size, path) =>
    expect(pathOf(index, LEAVES.slice(0, size), sha256).map(hex)).toEqual(path),
  );
});

describe("a tree of any size from 1 to 70", () => {
  const sizes = Array.from({ length: 70 }, (_, index) => index + 1).filter((size) => inTier(size < 18 || size > 68, true));

  test.each(sizes)("%i: every leaf's path leads to the root, and to another one when index, size, leaf or path differ", (size) => {
    const leaves = tree(size);
    const root = hex(rootOf(leaves, sha256));
    for (const [index, leaf] of leaves.entries()) {
      const path = pathOf(index, leaves, sha256);
      const rootBy = (changes: object) => hex(rootOfPath({ leaf, index, size, path, ...changes }, sha256));
      expect(rootBy({})).toBe(root);
      expect(path.length).toBeLessThanOrEqual(7);
      for (const other of leaves.keys()) if (other !== index) expect(rootBy({ index: other }), `${index} as ${other}`).not.toBe(root);
      expect(rootBy({ leaf: sha256(leaf) })).not.toBe(root);
      expect(rootBy({ path: [...path, leaf] })).not.toBe(root);
      for (const at of path.keys()) {
        expect(rootBy({ path: path.toSpliced(at, 1) })).not.toBe(root);
        expect(rootBy({ path: path.with(at, leaf) })).not.toBe(root);
      }
    }
  });

  test.each([-1, 70, 71, 0.5, Number.NaN])("refuses index %d of 70", (index) =>
    expect(rootOfPath({ leaf: sha256(Buffer.alloc(1)), index, size: 70, path: [] }, sha256)).toBeNull(),
  );
});

test("roots of full subtrees can replace their leaves, and their paths can be concatenated", () => {
  for (let size = 1; size <= 70; size++) {
    const leaves = tree(size);
    const chunks = Array.from({ length: Math.ceil(size / 8) }, (_, index) => leaves.slice(index * 8, (index + 1) * 8));
    const roots = chunks.map((chunk) => rootOf(chunk, sha256));
    expect(hex(rootOf(roots, sha256))).toBe(hex(rootOf(leaves, sha256)));
    for (const index of leaves.keys()) {
      const at = Math.floor(index / 8);
      expect([...pathOf(index % 8, chunks[at] ?? [], sha256), ...pathOf(at, roots, sha256)].map(hex)).toEqual(
        pathOf(index, leaves, sha256).map(hex),
      );
    }
  }
});
