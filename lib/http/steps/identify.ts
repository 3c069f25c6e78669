import { database } from "@/db/database";
import type { ApiRequest } from "../answer";
import { NOBODY, type Caller } from "../build";
import type { AnyEndpoint } from "../endpoint";
import { requireHolder } from "./billing";
import { addressOf } from "../limits/address-keys";
import { takeDailyUse } from "../limits/daily-uses";

/** Who makes a call that is not paid for: the holder of its token, or one use of a daily limit. Throws 401, 403, 429. */
export async function identify({ access }: AnyEndpoint, request: ApiRequest, now = new Date()): Promise<Caller> {
  const address = addressOf(request);
  const dailyUse = access.kind === "free" && access.daily ? await takeDailyUse(await database(), access.daily, address, now) : null;
  const holder = access.kind === "token" ? await requireHolder(request, access) : null;
  return { ...NOBODY, dailyUse, holder, headers: request.headers, address };
}
