import type { Db } from "@/db/client";
import { listTokensOf } from "@/db/queries/money/tokens/token-family";
import { familyOf, tokenState, type TokenStateName } from "@/lib/domain/money/token-limits";
import { tokenShort } from "../base/access-token";

/** Far more than an account's limits let it have in use. */
export const LISTED_TOKENS = 200;

export interface ListedToken {
  id: number;
  token_short: string;
  name: string;
  state: TokenStateName;
  created: string;
  last_used: string | null;
  parent: number | null;
  ends: string | null;
  suspended_until: string | null;
  is_current: boolean;
  may_end: boolean;
}

/**
 * The account's tokens, newest first, and which of them the viewer may end. A token may end its
 * family, null (the account's wallet) all.
 */
export async function listAccountTokens(
  db: Db,
  { accountId, tokenId }: { accountId: number; tokenId: number | null },
  now: Date,
): Promise<ListedToken[]> {
  const rows = await listTokensOf(db, accountId, LISTED_TOKENS);
  const viewer = rows.find(({ id }) => id === tokenId);
  const family = tokenId === null ? new Set(rows.map(({ id }) => id)) : familyOf(tokenId, rows);
  const mayEndOthers = tokenId === null || (viewer !== undefined && tokenState(viewer, now) === "active");
  return rows.map((row) => {
    const state = tokenState(row, now);
    return {
      id: row.id,
      token_short: tokenShort(row),
      name: row.name,
      state,
      created: row.createdAt.toISOString(),
      last_used: row.lastUsedAt?.toISOString() ?? null,
      parent: row.parentId,
      ends: row.revokedAt?.toISOString() ?? null,
      suspended_until: state === "suspended" ? (row.suspendedUntil?.toISOString() ?? null) : null,
      is_current: row.id === tokenId,
      may_end: mayEndOthers && state !== "ended" && family.has(row.id),
    };
  });
}
