import { groupBy } from "@/lib/domain/basics/group-by";

/** Tokens of one account that are accepted at the same time. */
export const MOST_LIVE_TOKENS = 20;
/** Tokens that an account's tokens may create in one UTC day. */
export const MOST_CREATED_PER_DAY = 10;
/** For how long a replaced token may still spend. */
export const GRACE_SECONDS = [0, 3600, 86_400] as const;
export const SUSPENSION_SECONDS = 600;
export const TOKEN_NAME_LENGTH = 100;
/** A name stands in lists, terminals and logs, where a control character would be obeyed. */
export const isPrintable = (name: string): boolean => !/\p{Cc}/u.test(name);

export const TOKEN_STATES = ["active", "grace", "suspended", "ended"] as const;
export type TokenStateName = (typeof TOKEN_STATES)[number];

interface Times {
  revokedAt: Date | null;
  suspendedUntil: Date | null;
}

/** In grace a token may spend, and nothing else; suspended it may nothing at all. */
export function tokenState({ revokedAt, suspendedUntil }: Times, now: Date): TokenStateName {
  if (revokedAt !== null && revokedAt <= now) return "ended";
  if (suspendedUntil !== null && suspendedUntil > now) return "suspended";
  return revokedAt === null ? "active" : "grace";
}

interface Kin {
  id: number;
  parentId: number | null;
}

/** The ids of a token and of all that it and its descendants made. */
export function familyOf(tokenId: number, tokens: readonly Kin[]): Set<number> {
  const family = new Set([tokenId]);
  const children = groupBy(tokens, ({ parentId }) => parentId);
  for (const id of family) for (const child of children.get(id) ?? []) family.add(child.id);
  return family;
}
