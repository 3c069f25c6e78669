import { familyOf, type TokenStateName } from "./token-limits";

interface Listed {
  id: number;
  parent: number | null;
  name: string;
  token_short: string;
  state: TokenStateName;
  ends: string | null;
}

export interface Ending<Token> {
  /** The tokens that stop working, the named one first. */
  ended: Token[];
  /** Whether no token of the account is accepted afterwards, so that its watches deliver nothing. */
  isLast: boolean;
  /** Credits that nobody could reach any more; null where another token or a wallet reaches them. */
  creditsLost: number | null;
}

/** The tokens that a token replaced. A parent has an end beside a living child only if it was replaced. */
function replacedBy<Token extends Listed>(token: Token, tokens: readonly Token[]): Token[] {
  const parent = tokens.find(({ id, ends }) => id === token.parent && ends !== null);
  return parent ? [parent, ...replacedBy(parent, tokens)] : [];
}

/** Tokens that ending one token would end. Null for a token that is not there, or has ended. */
export function endingOf<Token extends Listed>(
  tokenId: number,
  { tokens, spendable, hasWallet }: { tokens: readonly Token[]; spendable: number; hasWallet: boolean },
): Ending<Token> | null {
  const target = tokens.find(({ id }) => id === tokenId);
  if (!target || target.state === "ended") return null;
  const family = familyOf(
    tokenId,
    tokens.map(({ id, parent }) => ({ id, parentId: parent })),
  );
  const accepted = tokens.filter(({ state }) => state !== "ended");
  for (const { id } of replacedBy(target, tokens)) family.add(id);
  const ended = [target, ...accepted.filter(({ id }) => id !== tokenId && family.has(id))];
  const left = accepted.filter((token) => !ended.includes(token));
  const isLossy = !hasWallet && spendable > 0 && left.every(({ ends }) => ends !== null);
  return { ended, isLast: left.length === 0, creditsLost: isLossy ? spendable : null };
}
