import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { machineTroubles } from "@/lib/alerts/machine-troubles";
import { hearSource } from "@/lib/config/clock";
import { DISK_LOW_BYTES } from "@/lib/domain/alerts/alerts";
import { freeBytes } from "@/db/embedded/storage";
import { lacks } from "../support/lacks";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { mountSmallDisk } from "../support/stores/small-disk";

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

const kindsAt = async (folder: string): Promise<string[]> => (await machineTroubles(database.db, folder)).troubles.map(({ kind }) => kind);

test("a disk with less than 500 MB left is in trouble, until there is room again", async (context) => {
  const disk = mountSmallDisk(600);
  context.skip(lacks(disk === null, "this user may not mount a file system"));
  if (!disk) return;
  try {
    expect(await kindsAt(disk.path)).toEqual([]);
    disk.fill(DISK_LOW_BYTES - 1024 * 1024);
    const [trouble] = (await machineTroubles(database.db, disk.path)).troubles;
    expect(trouble).toMatchObject({ kind: "disk_low", says: `499 MB are left for ${disk.path}` });
    disk.free();
    expect(await kindsAt(disk.path)).toEqual([]);
  } finally {
    disk.remove();
  }
});

test("a clock that three sources contradict by more than 30 s is in trouble, until they agree", async () => {
  const hear = (aheadMs: number) =>
    ["a.example", "b.example", "c.example"].forEach((host) => hearSource(host, new Date(Date.now() - aheadMs)));
  const before = (freeBytes(tmpdir()) ?? Infinity) < DISK_LOW_BYTES ? ["disk_low"] : [];
  hear(29_000);
  expect(await kindsAt(tmpdir())).toEqual(before);
  hear(31_000);
  expect((await machineTroubles(database.db, tmpdir())).troubles.at(-1)).toMatchObject({
    kind: "clock_off",
    says: "the machine's clock is 31 s ahead of the median of what the sources say",
  });
  hear(0);
  expect(await kindsAt(tmpdir())).toEqual(before);
});
