import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freezeMigrations, migrationFaults } from "@/db/migrate/frozen-migrations.mjs";

const migrations = join(import.meta.dirname, "../../db/migrations");

test("every migration that landed is as it was, and none is missing, orphaned or out of order", () => {
  expect(migrationFaults(migrations)).toEqual([]);
});

describe("a folder of migrations", () => {
  let folder: string;
  let journal: { entries: { idx: number; when: number; tag: string }[] };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "migrations-"));
    cpSync(migrations, folder, { recursive: true });
    journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as typeof journal;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const newestSnapshot = () =>
    readdirSync(join(folder, "meta"))
      .filter((name) => name.endsWith("_snapshot.json"))
      .toSorted()
      .at(-1) ?? "";
  const saveJournal = () => writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify(journal));
  const add = (tag: string, when: number) => {
    journal.entries.push({ idx: journal.entries.length, when, tag });
    writeFileSync(join(folder, `${tag}.sql`), "select 1;");
    saveJournal();
  };

  test("with a new one is told to freeze it, after which it cannot be changed", () => {
    add("9999_new", Date.now() + 1e12);
    expect(migrationFaults(folder)).toEqual(["9999_new is not in frozen.json; `npm run migrations` adds it"]);
    freezeMigrations(folder);
    expect(migrationFaults(folder)).toEqual([]);
    writeFileSync(join(folder, "9999_new.sql"), "select 2;");
    expect(migrationFaults(folder)).toEqual([expect.stringContaining("9999_new has landed and was changed since")]);
    expect(() => freezeMigrations(folder)).toThrow("9999_new has landed and was changed since");
  });

  test("with a file that was rewritten, renamed, dated anew or taken out is refused", () => {
    writeFileSync(join(folder, "0000_init.sql"), `${readFileSync(join(folder, "0000_init.sql"), "utf8")}\n`);
    expect(migrationFaults(folder)).toEqual([expect.stringContaining("0000_init has landed and was changed since")]);
    rmSync(join(folder, "0000_init.sql"));
    expect(migrationFaults(folder)).toEqual([expect.stringContaining("0000_init has landed and was changed since")]);
    cpSync(join(migrations, "0000_init.sql"), join(folder, "0000_init.sql"));
    (journal.entries[0] as { when: number }).when -= 1;
    saveJournal();
    expect(migrationFaults(folder)).toEqual([expect.stringContaining("0000_init has landed and was changed since")]);
    journal.entries.shift();
    saveJournal();
    expect(migrationFaults(folder)).toEqual([
      "0000_init has landed and is no longer in the journal",
      "0000_init.sql is not in the journal, so that nothing applies it",
    ]);
  });

  test("with one that comes after another but is dated before it is refused: a database that has the other would not look at it", () => {
    add("9999_late", 1);
    expect(migrationFaults(folder)).toContain('9999_late has a "when" in the journal that is not after the one before it');
  });

  test("keeps the newest snapshot alone, which is all that the generator reads", () => {
    cpSync(join(folder, "meta", newestSnapshot()), join(folder, "meta/9999_snapshot.json"));
    expect(migrationFaults(folder)).toEqual([expect.stringContaining("is older than the newest snapshot")]);
    freezeMigrations(folder);
    expect(migrationFaults(folder)).toEqual([]);
    expect(newestSnapshot()).toBe("9999_snapshot.json");
  });
});
