// @ts-check
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sourceHash } from "./build-stamp.mjs";

/** Programs of ours in one JavaScript file each: a process starts in a third of the time that hundreds of TypeScript files take. */

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

/** Writes a program and all its modules except packages into `outfile`, whole or not at all. @param {string} source @param {string} outfile */
export async function bundle(source, outfile) {
  const { build } = await import("esbuild");
  const draft = `${outfile}.${process.pid}`;
  await build({
    entryPoints: [source],
    outfile: draft,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    tsconfig: join(root, "tsconfig.json"),
    plugins: [keepAddresses],
    logLevel: "silent",
  });
  renameSync(draft, outfile);
}

/** The file of a program as its sources are now. Inside the project, where node finds the packages. @param {string} source */
async function programFile(source) {
  const folder = join(root, ".cache", "programs");
  const name = relative(root, source).replaceAll(/[\\/]/g, "-");
  const file = join(folder, `${name}.${sourceHash(root, {}).slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  await bundle(source, file);
  // Drafts stay, because another process may be writing one.
  for (const other of readdirSync(folder)) {
    const isOutdated = other.startsWith(`${name}.`) && other.endsWith(".mjs") && !file.endsWith(other);
    if (isOutdated) rmSync(join(folder, other), { force: true });
  }
  return file;
}

/** Imports a program by the path of its source. @param {string} source */
export const importProgram = async (source) => import(pathToFileURL(await programFile(source)).href);
