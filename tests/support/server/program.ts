import { existsSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { bundle } from "@/lib/server/start/programs.mjs";
import { exclusively, runFolder } from "../stores/run-folder";

const root = join(import.meta.dirname, "../../..");

/** Inside the project, where node finds the packages. */
const programsOf = (run: string): string => join(root, ".cache", "programs", basename(run));

/** A script of the product or of the tests as one file, made once per run. */
export async function programOf(script: string): Promise<string> {
  const file = join(programsOf(runFolder()), relative(root, join(root, script))).replace(/\.ts$/, ".mjs");
  await exclusively(`program-${basename(script)}`, async () => {
    if (!existsSync(file)) await bundle(join(root, script), file);
  });
  return file;
}

export const removePrograms = (run: string): void => rmSync(programsOf(run), { recursive: true, force: true });
