import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { env } from "@/lib/config/env";

/** What a package at least needs of the runtimes that it is for. */
const TARGETS = ["node20", "es2022"];

const OPTIONS: BuildOptions = {
  bundle: true,
  format: "esm",
  target: TARGETS,
  external: ["openapi-fetch"],
  legalComments: "inline",
  logLevel: "silent",
  write: true,
};

const packageIn = (path: string): string | null => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1] ?? null;

/** Writes a program, and returns the packages of others that are in it. */
async function bundled(root: string, options: BuildOptions): Promise<string[]> {
  const { metafile } = await build({ ...OPTIONS, ...options, absWorkingDir: root, tsconfig: join(root, "tsconfig.json"), metafile: true });
  return Object.keys(metafile?.inputs ?? {}).flatMap((path) => packageIn(path) ?? []);
}

/** The licence of a package that went into a file, as its authors wrote it. */
function noticeOf(root: string, name: string): string {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string; license?: string };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license ?? "none named"}` : readFileSync(join(folder, file), "utf8").trim();
  return `## ${name} ${version}\n\n${text}`;
}

/** A module's address, in parts. The bundler of this file would replace the whole by this file's own. */
const OWN_ADDRESS = ["import", "meta", "url"].join(".");
/** Packages that are CommonJS call `require`, which a module has to make for itself. */
const COMMAND_HEAD = [
  "#!/usr/bin/env node",
  'import { createRequire as requireOf } from "node:module";',
  `const require = requireOf(${OWN_ADDRESS});`,
].join("\n");

/** What the command knows of its package: the version, and the service that it was built for. */
function commandValues(root: string): Record<string, string> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const { PUBLIC_BASE_URL } = env();
  return { AED_VERSION: JSON.stringify(version), ...(PUBLIC_BASE_URL ? { AED_BASE_URL: JSON.stringify(PUBLIC_BASE_URL) } : {}) };
}

/** Writes the library, and beside it the command. Returns the licences of the packages that are in them. */
export async function bundleClient(root: string, folder: string): Promise<string> {
  const library = await bundled(root, { entryPoints: ["lib/client/index.ts"], outfile: join(folder, "index.js"), platform: "neutral" });
  const command = await bundled(root, {
    entryPoints: { cli: "lib/client/cli/main.ts" },
    outdir: folder,
    // Chunks hold what few commands need, such as a parser of YAML, so that not every start reads it.
    splitting: true,
    chunkNames: "cli/[name]-[hash]",
    platform: "node",
    banner: { js: COMMAND_HEAD },
    define: commandValues(root),
    minifySyntax: true,
    minifyWhitespace: true,
  });
  const names = [...new Set([...library, ...command])].toSorted();
  return `# Packages that are part of these files\n\n${names.map((name) => noticeOf(root, name)).join("\n\n")}\n`;
}
