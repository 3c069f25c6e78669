import type { Db } from "@/db/client";
import { findWatch, type Watch } from "@/db/queries/watches/watches";
import type { TokenHolder } from "@/db/queries/money/tokens/tokens";
import { WATCH_ID, watchState } from "@/lib/domain/watches/watch-state";
import { ApiError } from "@/lib/errors";
import { holderOf } from "../money/holder-of";

interface WatchContext {
  db: Db;
  now: Date;
  holder: TokenHolder | null;
}

/** Another account's watch is a 404 as well, so that ids reveal nothing. */
export async function ownWatch({ db, holder }: WatchContext, id: string): Promise<Watch> {
  const watch = WATCH_ID.test(id) ? await findWatch(db, holderOf({ holder }).accountId, id) : null;
  if (!watch) throw new ApiError("watch_not_found");
  return watch;
}

export async function ownActiveWatch(context: WatchContext, id: string): Promise<Watch> {
  const watch = await ownWatch(context, id);
  const state = watchState(watch, context.now);
  if (state !== "active") throw new ApiError("watch_not_active", `The watch is ${state.replace("_", " ")}.`, { watch_status: state });
  return watch;
}
