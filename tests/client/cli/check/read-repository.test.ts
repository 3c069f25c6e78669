import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { REPOSITORY_LIMITS, Repository, type RepositoryLimits } from "@/lib/client/cli/check/read-repository";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "aed-check-"));
  mkdirSync(join(root, ".git"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function paths(path = ".", limits: Partial<RepositoryLimits> = {}) {
  const repository = new Repository(join(root, path), { ...REPOSITORY_LIMITS, ...limits });
  const read: string[] = [];
  for await (const file of repository.read()) read.push(file.path);
  return { read, leftOut: repository.leftOut };
}

describe("the files of a repository", () => {
  test("without what git keeps, packages, links, binaries and files of other kinds", async () => {
    write({ "a.py": "x", "node_modules/p/a.js": "x", ".git/a.py": "x", "b/c.ts": "x", "d.md": "x", "e.json": "\0\u0001" });
    symlinkSync(join(root, "b"), join(root, "linked"));
    expect((await paths()).read).toEqual(["a.py", "b/c.ts"]);
  });

  test("without what .gitignore ignores, as the nearest one has it", async () => {
    write({
      ".gitignore": "dist/\n*.env\n/only-top.py\n",
      "dist/a.js": "x",
      "prod.env": "x",
      "only-top.py": "x",
      "sub/only-top.py": "x",
      "sub/.gitignore": "!keep.env\nb.py\n",
      "sub/keep.env": "x",
      "sub/b.py": "x",
      "b.py": "x",
    });
    expect((await paths()).read).toEqual(["b.py", "sub/keep.env", "sub/only-top.py"]);
  });

  test("with the rules above, where a folder of a repository is checked", async () => {
    write({ ".gitignore": "sub/dist/\n", "sub/dist/a.js": "x", "sub/a.js": "x" });
    expect((await paths("sub")).read).toEqual(["a.js"]);
  });

  test("a file that is named is read though git ignores it", async () => {
    write({ ".gitignore": ".env\n", ".env": "x" });
    expect((await paths(".env")).read).toEqual([".env"]);
  });
});

test("a folder that is named by a link is read, and a file of another kind is refused", async () => {
  write({ "b/c.ts": "x", "d.md": "x" });
  symlinkSync(join(root, "b"), join(root, "linked"));
  expect((await paths("linked")).read).toEqual(["c.ts"]);
  await expect(paths("d.md")).rejects.toMatchObject({ exit: "usage" });
});

describe("limits are told of", () => {
  test("a folder that is too deep", async () => {
    write({ "a/b/c.py": "x", "a/d.py": "x" });
    expect(await paths(".", { depth: 1 })).toMatchObject({ read: ["a/d.py"], leftOut: { unreadable: ["a/b"], stopped_by: null } });
  });

  test("a file that is too large", async () => {
    write({ "a.py": "x".repeat(11), "b.py": "x" });
    expect(await paths(".", { fileBytes: 10 })).toMatchObject({ read: ["b.py"], leftOut: { too_large: ["a.py"], stopped_by: null } });
  });

  test("too many files, and too many bytes", async () => {
    write({ "a.py": "xx", "b.py": "xx", "c.py": "xx" });
    expect(await paths(".", { files: 2 })).toMatchObject({ read: ["a.py", "b.py"], leftOut: { stopped_by: "files" } });
    expect(await paths(".", { bytes: 2 })).toMatchObject({ read: ["a.py"], leftOut: { stopped_by: "bytes" } });
  });
});
