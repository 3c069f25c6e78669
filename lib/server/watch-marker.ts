import { describeFailure } from "@/db/store/store-state";
import type { Db } from "@/db/client";
import { keepMarker } from "@/db/embedded/whole-database";
import { env } from "@/lib/config/env";
import { log } from "@/lib/config/log";

const EVERY_MS = 60_000;

/** Records once a minute how far the ledger goes. The next start then notices an older copy of the database. */
export function watchMarker(db: Db): () => void {
  const timer = setInterval(() => {
    keepMarker(db, env().DATA_DIR).catch((error: unknown) =>
      log.warn("the marker of the database could not be written", { error: describeFailure(error) }),
    );
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
