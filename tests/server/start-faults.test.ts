import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { StoreAwayError } from "@/db/store/store-state";
import { explainUnreachable } from "@/lib/server/cli/explain-unreachable";
import { findFolderFault } from "@/lib/server/start/data-folder";
import { memoryFault, usableMegabytes } from "@/lib/server/start/memory-fault.mjs";
import { portFault } from "@/lib/server/start/port-fault.mjs";
import { unforeseenSentence } from "@/lib/server/start/start-sentence.mjs";
import { spawnScript } from "../support/server/server";

describe("a start", () => {
  test("is refused with 512 MB, warned of with 800 MB, and silent with 1 GB, also one of which a part is reserved", () => {
    expect(memoryFault(512)).toEqual({
      isFatal: true,
      says: expect.stringContaining("needs 1 GB of memory and may use 512 MB"),
      mend: expect.stringContaining("docker run"),
    });
    expect(memoryFault(800)).toEqual({ isFatal: false, says: expect.stringContaining("may use 800 MB"), mend: expect.any(String) });
    expect([memoryFault(1024), memoryFault(960)]).toEqual([null, null]);
  });

  test("knows what memory this machine gives it", () => {
    expect(usableMegabytes()).toBeGreaterThan(100);
    expect(usableMegabytes()).toBeLessThan(10_000_000);
  });

  test("names a port that is taken, and nothing for one that is free or chosen by the system", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    expect(await portFault(port)).toBe(`Port ${port} is in use. Stop what listens there, or set PORT to another.`);
    await new Promise((resolve) => server.close(resolve));
    expect([await portFault(port), await portFault(0), await portFault("http")]).toEqual([null, null, null]);
  });

  test("names a data folder that is a file or lies below one, and what to do", () => {
    const folder = mkdtempSync(join(tmpdir(), "data-folder-"));
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "data")]) {
      expect(findFolderFault(path)).toEqual({
        says: `${path} is a file, or lies below one`,
        mend: "set DATA_DIR to a folder of the user that runs the service",
      });
    }
    expect(findFolderFault(join(folder, "new", "data"))).toBeNull();
    expect(statSync(join(folder, "new", "data")).mode & 0o777).toBe(0o700);
    rmSync(folder, { recursive: true, force: true });
  });

  test("and a command in such a folder fail with that sentence, not with the error of the system", async () => {
    const folder = mkdtempSync(join(tmpdir(), "data-folder-"));
    const file = join(folder, "file");
    writeFileSync(file, "");
    chmodSync(file, 0o644);
    for (const script of ["lib/server/main.ts", "lib/server/cli/token-cli.ts"]) {
      const { code, output } = await (await spawnScript(script, { DATA_DIR: file }, ["list"])).ended;
      expect({ script, code, output }).toEqual({
        script,
        code: 1,
        output: `DATA_DIR cannot be used: ${file} is a file, or lies below one. To mend it, set DATA_DIR to a folder of the user that runs the service.\n`,
      });
    }
    expect(statSync(file).mode & 0o777).toBe(0o644);
    rmSync(folder, { recursive: true, force: true });
  });

  test("and a command tell of a database that hangs by its address, not by the statement that found it", () => {
    const address = { driver: "pg", key: "DATABASE_URL", url: "postgres://user:secret@db.example:5432/name" } as const;
    for (const cause of [new StoreAwayError(), new Error("Connection terminated due to connection timeout")]) {
      expect(explainUnreachable(new Error("Failed query: select 1", { cause }), address)).toBe(
        `The database at db.example:5432 cannot be used (${cause.message}). Check DATABASE_URL, and that Postgres runs there.`,
      );
    }
  });

  test("tells of an error that nobody foresaw in one line, without its stack and without a long statement", () => {
    const said = unforeseenSentence(new Error(`Failed query: ${"insert ".repeat(10_000)}\nparams: 1`));
    expect(said).toMatch(/^Error: Failed query: insert .*… \(LOG_LEVEL=debug shows where this comes from\.\)$/);
    expect(said.length).toBeLessThan(400);
    expect(said).not.toContain("\n");
  });
});
