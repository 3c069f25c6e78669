import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { runScript } from "../server/server";

const run = promisify(execFile);
export const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

export interface PackedClient {
  name: string;
  tarball: string;
  /** What is in it, as npm packs it. */
  files: string[];
  readme: string;
}

/** The package as it would be published for a service at this address. */
export async function packClient(folder: string, baseUrl: string): Promise<PackedClient> {
  const source = join(folder, "source");
  await runScript("lib/server/client/build-client.ts", { PUBLIC_BASE_URL: baseUrl, DATA_DIR: folder }, ["--out", source]);
  const { stdout } = await run(NPM, ["pack", "--json", "--pack-destination", folder], { cwd: source });
  const [packed] = JSON.parse(stdout) as [{ name: string; filename: string; files: { path: string }[] }];
  return {
    name: packed.name,
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path).toSorted(),
    readme: readFileSync(join(source, "README.md"), "utf8"),
  };
}

export interface Example {
  label: string;
  /** Its file, without an ending. */
  name: string;
  text: string;
}

/** The programs that the package's README shows, each of which stands alone. */
export function examplesOf({ readme }: PackedClient): Example[] {
  return [...readme.matchAll(/^(.+):\n\n```javascript\n([\s\S]*?)^```/gm)].map(([, label = "", text = ""]) => ({
    label,
    name: label.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    text,
  }));
}

interface Checked {
  moduleResolution: "nodenext" | "bundler";
  /** The types of a browser, where those of node do not serve. */
  hasDom: boolean;
  /** Also the declarations of packages are checked, those of the client first. */
  checksPackages: boolean;
}

/** Writes the examples as programs and as sources of a strict project. */
export function writeExamples(project: string, examples: readonly Example[]): void {
  mkdirSync(join(project, "src"), { recursive: true });
  for (const { name, text } of examples) {
    writeFileSync(join(project, `${name}.mjs`), text);
    writeFileSync(join(project, "src", `${name}.ts`), text);
  }
}

/** The complaints of a compiler about the examples; none where all is well. */
export async function complaints(
  project: string,
  compiler: string,
  { moduleResolution, hasDom, checksPackages }: Checked,
): Promise<string> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023", ...(hasDom ? ["dom", "dom.iterable"] : [])],
    module: moduleResolution === "bundler" ? "esnext" : "nodenext",
    moduleResolution,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: false,
    skipLibCheck: !checksPackages,
    noEmit: true,
    types: ["node"],
  };
  const file = join(project, `tsconfig.${moduleResolution}${hasDom ? ".dom" : ""}.json`);
  writeFileSync(file, JSON.stringify({ compilerOptions, include: ["src"] }));
  return run(process.execPath, [compiler, "-p", file], { cwd: project, maxBuffer: 16 * 1024 * 1024 }).then(
    () => "",
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
}

/** What an example prints; throws with it where the example fails. */
export async function printed(project: string, name: string, variables: Record<string, string>, node = process.execPath): Promise<string> {
  const { stdout } = await run(node, [`${name}.mjs`], { cwd: project, env: { ...process.env, ...variables }, timeout: 60_000 });
  return stdout.trim();
}
