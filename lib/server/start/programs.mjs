// @ts-check
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sourceHash } from "./build-stamp.mjs";

/**
 * Bundles each of our programs in one JavaScript file. A process then starts in a third of the time
 * that hundreds of TypeScript files take.
 */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** Modules find the files beside them by their own address, which must stay that of the source. @type {import("esbuild").Plugin} */
const keepAddresses = {
  name: "keep-addresses",
  setup({ onLoad }) {
    onLoad({ filter: /\.m?ts$|\.mjs$/ }, ({ path }) => {
      const contents = readFileSync(path, "utf8")
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith("ts") ? "ts" : "js" };
    });
  },
};

/** @param {string} file @param {Uint8Array} contents */
function writeWhole(file, contents) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

/**
 * Writes a program and all its modules except packages into `outfile`, whole or not at all. A split one has what it imports
 * later, and the packages of that, in files beside it: a process that asks a server needs little of it.
 * @param {string} source @param {string} outfile @param {{ isSplit?: boolean }} [options]
 */
export async function bundle(source, outfile, { isSplit = false } = {}) {
  const { build } = await import("esbuild");
  const name = basename(outfile, ".mjs");
  const { outputFiles } = await build({
    entryPoints: { [name]: source },
    outdir: dirname(outfile),
    outExtension: { ".js": ".mjs" },
    chunkNames: `${name}.part-[hash]`,
    splitting: isSplit,
    write: false,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    tsconfig: join(root, "tsconfig.json"),
    plugins: [keepAddresses],
    logLevel: "silent",
  });
  // The program last, so that it is never there without its parts.
  const isProgram = (/** @type {{ path: string }} */ { path }) => basename(path) === basename(outfile);
  for (const { path, contents } of outputFiles.toSorted((a, b) => Number(isProgram(a)) - Number(isProgram(b)))) writeWhole(path, contents);
}

/** The file of a program as its sources are now. Inside the project, where node finds the packages. @param {string} source @param {boolean} isSplit */
async function programFile(source, isSplit) {
  const folder = join(root, ".cache", "programs");
  const name = relative(root, source).replaceAll(/[\\/]/g, "-");
  const version = `${name}.${sourceHash(root, {}).slice(0, 16)}.`;
  const file = join(folder, `${version}mjs`);
  if (existsSync(file)) return file;
  await bundle(source, file, { isSplit });
  // Drafts stay, because another process may be writing one.
  for (const other of readdirSync(folder)) {
    const isOutdated = other.startsWith(`${name}.`) && other.endsWith(".mjs") && !other.startsWith(version);
    if (isOutdated) rmSync(join(folder, other), { force: true });
  }
  return file;
}

/** Imports a program by the path of its source. Only a process that ends soon may take a split one: the next release removes its files. @param {string} source @param {{ isSplit?: boolean }} [options] */
export const importProgram = async (source, { isSplit = false } = {}) => import(pathToFileURL(await programFile(source, isSplit)).href);
