import { lstat, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { usageFault } from "../exit-codes";
import { isReadable } from "./formats";

export interface RepositoryFile {
  /** From the folder that is checked, with forward slashes. */
  path: string;
  text: string;
}

/** What was not read, so that nobody takes silence for an answer. */
export interface LeftOut {
  too_large: string[];
  /** Files and folders that could not be opened, and folders below too many others. */
  unreadable: string[];
  /** Files that are not valid, of which only a part could be read. */
  read_in_part: string[];
  /** The limit that ended the walk before all was seen. */
  stopped_by: "files" | "bytes" | "mentions" | null;
}

export const REPOSITORY_LIMITS = { files: 20_000, entries: 200_000, fileBytes: 1024 * 1024, bytes: 256 * 1024 * 1024, depth: 50 };
export type RepositoryLimits = typeof REPOSITORY_LIMITS;

const SKIPPED = new Set([".git", ".hg", ".svn", "node_modules"]);

/** Rules of the `.gitignore` files from the top of the repository down to a folder. */
type IgnoreRules = readonly { folder: string; rules: Ignore }[];

function isIgnored(path: string, isFolder: boolean, rulesets: IgnoreRules): boolean {
  // The nearest file decides, as in git: what it says, others above cannot take back.
  for (const { folder, rules } of rulesets.toReversed()) {
    const inside = relative(folder, path).split(sep).join("/");
    const { ignored, unignored } = rules.test(isFolder ? `${inside}/` : inside);
    if (ignored || unignored) return ignored;
  }
  return false;
}

async function withRulesOf(folder: string, rulesets: IgnoreRules): Promise<IgnoreRules> {
  try {
    const text = await readFile(join(folder, ".gitignore"), "utf8");
    return [...rulesets, { folder, rules: ignore({ allowRelativePaths: true }).add(text.slice(0, 100_000)) }];
  } catch {
    return rulesets;
  }
}

const existsThere = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Rules that hold above the folder, up to the top of its repository. */
async function rulesAbove(folder: string): Promise<IgnoreRules> {
  const above: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (await existsThere(join(at, ".git"))) break;
    // Outside of any repository nothing above the folder holds.
    if (dirname(at) === at) return [];
    above.unshift(dirname(at));
  }
  let rules: IgnoreRules = [];
  for (const parent of above) rules = await withRulesOf(parent, rules);
  return rules;
}

/** Reads at most the limit: a file may grow between its size and its bytes. */
async function readText(path: string, most: number): Promise<string | "too_large"> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > most) return "too_large";
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

const isBinary = (text: string): boolean => text.slice(0, 8_000).includes("\0");

/** Walks a folder, or reads a single file, in the order of names. */
export class Repository {
  readonly leftOut: LeftOut = { too_large: [], unreadable: [], read_in_part: [], stopped_by: null };
  private files = 0;
  private bytes = 0;
  private entries = 0;

  constructor(
    private readonly root: string,
    private readonly limits: RepositoryLimits = REPOSITORY_LIMITS,
  ) {}

  get filesRead(): number {
    return this.files;
  }

  async *read(): AsyncGenerator<RepositoryFile> {
    const root = resolve(this.root);
    if ((await stat(root)).isDirectory()) return yield* this.walk(root, root, await rulesAbove(root), 0);
    if (!isReadable(root.split(sep).join("/"))) {
      throw usageFault(`${this.root} is of no kind that is read.`, "Source code, YAML, JSON and .env files are.");
    }
    // A file that is named is read though git ignores it, like `.env`.
    yield* this.readFile(root, basename(root));
  }

  private async *walk(root: string, folder: string, above: IgnoreRules, depth: number): AsyncGenerator<RepositoryFile> {
    const shown = (path: string): string => relative(root, path).split(sep).join("/") || ".";
    if (depth > this.limits.depth) return void this.leftOut.unreadable.push(shown(folder));
    const rules = await withRulesOf(folder, above);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
      this.leftOut.unreadable.push(shown(folder));
      return [];
    });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (this.leftOut.stopped_by !== null) return;
      if (++this.entries > this.limits.entries) this.leftOut.stopped_by = "files";
      const path = join(folder, entry.name);
      if (SKIPPED.has(entry.name) || isIgnored(path, entry.isDirectory(), rules)) continue;
      // Links are not followed: they may lead out of the folder, or in a circle.
      if (entry.isDirectory()) yield* this.walk(root, path, rules, depth + 1);
      else if (entry.isFile() && isReadable(shown(path))) yield* this.readFile(path, shown(path));
    }
  }

  private async *readFile(path: string, shown: string): AsyncGenerator<RepositoryFile> {
    if (this.files >= this.limits.files) this.leftOut.stopped_by = "files";
    if (this.bytes >= this.limits.bytes) this.leftOut.stopped_by = "bytes";
    if (this.leftOut.stopped_by !== null) return;
    const text = await readText(path, this.limits.fileBytes).catch(() => "unreadable" as const);
    if (text === "too_large" || text === "unreadable") return void this.leftOut[text].push(shown);
    if (isBinary(text)) return;
    this.files++;
    this.bytes += text.length;
    yield { path: shown, text };
  }
}
