import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { exclusively, runFolder } from "../stores/run-folder";

const root = join(import.meta.dirname, "../../..");

/** Modules find the files beside them by their own address, which must stay that of the source. */
const keepAddresses: Plugin = {
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

/** Inside the project, where node finds the packages. */
const programsOf = (run: string): string => join(root, ".cache", "programs", basename(run));

/** A script with all its modules in one file, made once per run: processes start in a third of the time that many files take. */
export async function programOf(script: string): Promise<string> {
  const file = join(programsOf(runFolder()), relative(root, join(root, script))).replace(/\.ts$/, ".mjs");
  await exclusively(`program-${basename(script)}`, async () => {
    if (existsSync(file)) return;
    await build({
      entryPoints: [join(root, script)],
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      tsconfig: join(root, "tsconfig.json"),
      plugins: [keepAddresses],
      logLevel: "error",
    });
  });
  return file;
}

export const removePrograms = (run: string): void => rmSync(programsOf(run), { recursive: true, force: true });
