import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import type { Change } from "@/lib/domain/history/changes/change-event";
import { minutesAgo } from "../status/status-polls";

/** A changed price, if nothing else is said. */
export const aChange = (over: Partial<Change> = {}): Change => ({
  id: "price/anthropic/claude-opus-4-5/2026-05-11",
  dataset: "models",
  provider: "anthropic",
  at: new Date("2026-05-11T06:59:00Z"),
  facts: {
    kind: "price_changed",
    modelId: "claude-opus-4-5",
    name: "Claude Opus 4.5",
    priceSource: "models.dev",
    from: { input: 5, output: 25 },
    to: { input: 4, output: 25 },
  },
  ...over,
});

/** Empties the list of changes, which was kept up to date until a minute ago. */
export async function emptyChanges(db: Db): Promise<void> {
  await db.execute(sql`truncate change_events restart identity`);
  await recordSourceOutcomes(db, [{ source: "changes/list", dataset: "changes", at: minutesAgo(1), fault: null }]);
}

const decoder = new TextDecoder();

/** What arrived of a stream before it was cut off at a place in its bytes, or all of it. */
async function readUpTo(url: string, lastEventId: string | null, bytes: number): Promise<string> {
  const abort = new AbortController();
  const headers = { accept: "text/event-stream", "accept-encoding": "identity", ...(lastEventId ? { "last-event-id": lastEventId } : {}) };
  const response = await fetch(url, { headers, signal: abort.signal });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  let received = new Uint8Array();
  for await (const chunk of response.body ?? []) {
    received = Buffer.concat([received, chunk]).subarray(0, bytes);
    if (received.length === bytes) break;
  }
  abort.abort();
  return decoder.decode(received);
}

export interface Followed {
  ids: string[];
  cuts: number;
}

/**
 * Follows a stream as an EventSource does: an event counts once the empty line after it has arrived. Cuts each answer off at another
 * place, and at the end, when nothing is written any more, reads on to where the list ends.
 */
export async function followCut(url: string, cuts: number, stopWriting: () => Promise<void>): Promise<Followed> {
  const ids: string[] = [];
  let lastEventId: string | null = null;
  const take = (text: string): void => {
    for (const block of text.split("\n\n").slice(0, -1)) {
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (data !== undefined) ids.push((JSON.parse(data) as { id: string }).id);
      lastEventId = /^id: (.*)$/m.exec(block)?.[1] ?? lastEventId;
    }
  };
  for (let cut = 0; cut < cuts; cut++) take(await readUpTo(url, lastEventId, (cut * 397) % 5000));
  await stopWriting();
  for (let before = -1; before !== ids.length;) {
    before = ids.length;
    take(await readUpTo(url, lastEventId, Infinity));
  }
  return { ids, cuts };
}
