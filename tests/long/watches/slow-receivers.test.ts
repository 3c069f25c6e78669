import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { dbOf, openConnection } from "@/db/connection";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { runScript } from "../../support/server/server";
import { createAuthority } from "../../support/stores/test-authority";
import { addFires, addWatches, attempts } from "../../support/watches/watch-rows";
import { startInbox, type WebhookInbox } from "../../support/watches/webhook-receiver";

const HOSTS = 6;
const SLOW_MS = 3000;

interface Run {
  outcome: { status: string; counts?: { sent: number } };
  seconds: number;
  limit: number;
}

test("sends 500 deliveries to slow receivers, four at once per host, in runs within their time limit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "slow-receivers-"));
  const authority = await createAuthority();
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority.ca);
  const database = await createPostgresDatabase();
  const connection = await openConnection({ driver: "pg", url: database.url }, "");
  const db = dbOf(connection);
  const hosts = Array.from({ length: HOSTS }, (_, number) => `127.0.0.${number + 1}`);
  const inboxes: WebhookInbox[] = [];
  const certificate = await authority.issue(hosts);
  for (const host of hosts) {
    inboxes.push(await startInbox(certificate, (response) => delay(SLOW_MS).then(() => void response.writeHead(204).end()), host));
  }
  try {
    const targets = inboxes.map(({ urlFor }, index) => urlFor(hosts[index] ?? ""));
    const watchIds = await addWatches(
      db,
      Array.from({ length: 500 }, (_, index) => ({ url: targets[index % HOSTS] ?? "" })),
    );
    const fires = await addFires(db, watchIds);
    const variables = { DATA_DIR: folder, WATCH_ALLOW_PRIVATE: "true", NODE_EXTRA_CA_CERTS: caFile, WATCH_SECRET_KEY: "A".repeat(43) };
    const runs: Run[] = [];
    while (inboxes.reduce((sum, { received }) => sum + received.length, 0) < 500) {
      runs.push(JSON.parse(await runScript("tests/support/watches/run-delivery.ts", variables, [database.url])) as Run);
    }
    process.stdout.write(`${JSON.stringify(runs)}\n`);
    expect(runs.length).toBeGreaterThan(1);
    for (const { outcome, seconds, limit } of runs) {
      expect(outcome).toMatchObject({ status: "done", counts: { lost: 0, failed: 0 } });
      expect(seconds).toBeLessThan(limit);
    }
    for (const inbox of inboxes) expect(inbox.mostAtOnce()).toBe(4);
    expect(inboxes.flatMap(({ received }) => received.map(({ headers }) => headers["x-service-delivery"])).toSorted()).toEqual(
      fires.toSorted(),
    );
    expect((await attempts(db)).every(({ state, http_status }) => state === "sent" && http_status === 204)).toBe(true);
  } finally {
    await Promise.all(inboxes.map((inbox) => inbox.close()));
    await connection.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
