import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const MOST_BYTES = 12 * 1024;

/** What an application gets that bundles the client with its one dependency. */
test(`the client and its one dependency are at most ${MOST_BYTES} bytes, minified and compressed`, async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: 'export * from "./lib/client";', resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    metafile: true,
    tsconfig: join(root, "tsconfig.json"),
  });
  const packages = Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  expect([...new Set(packages)]).toEqual(["openapi-fetch"]);
  expect(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength).toBeLessThanOrEqual(MOST_BYTES);
});
