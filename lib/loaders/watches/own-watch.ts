import type { Db } from "@/db/client";
import { findWatch, type Watch } from "@/db/queries/watches/watches";
import type { TokenHolder } from "@/db/queries/money/tokens/tokens";
import { WATCH_ID, watchState } from "@/lib/domain/watches/watch-state";
import { ApiError } from "@/lib/errors";
import { holderOf } from "../money/holder-of";

interface Asking {
  db: Db;
  now: Date;
  holder: TokenHolder | null;
}

/** Another account's watch is as unknown as one that never was. */
export async function ownWatch({ db, holder }: Asking, id: string): Promise<Watch> {
  const watch = WATCH_ID.test(id) ? await findWatch(db, holderOf({ holder }).accountId, id) : null;
  if (!watch) throw new ApiError("watch_not_found");
  return watch;
}

/** The same, for what only an active watch does. */
export async function ownActiveWatch(asking: Asking, id: string): Promise<Watch> {
  const watch = await ownWatch(asking, id);
  const state = watchState(watch, asking.now);
  if (state !== "active") throw new ApiError("watch_not_active", `The watch is ${state.replace("_", " ")}.`, { watch_status: state });
  return watch;
}
