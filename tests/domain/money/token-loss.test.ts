import { describe, expect, test } from "vitest";
import { endingOf } from "@/lib/domain/money/token-loss";

const SOON = "2026-11-24T00:00:00.000Z";
const token = (id: number, parent: number | null = null, state: "active" | "grace" | "suspended" | "ended" = "active") => ({
  id,
  parent,
  name: `token ${id}`,
  token_short: `aed_live_${id}...`,
  state,
  ends: state === "grace" || state === "ended" ? SOON : null,
});
const facts = (tokens: ReturnType<typeof token>[], more = {}) => ({ tokens, spendable: 10, hasWallet: false, ...more });
const idsOf = (ending: ReturnType<typeof endingOf>) => ending?.ended.map(({ id }) => id);

describe("ending a token", () => {
  test("ends what it made, through ended ones too, and not what others made", () => {
    const tokens = [token(1), token(2, 1), token(3, 2, "ended"), token(4, 3), token(5)];
    expect(idsOf(endingOf(2, facts(tokens)))).toEqual([2, 4]);
    expect(idsOf(endingOf(1, facts(tokens)))).toEqual([1, 2, 4]);
  });

  test("ends the tokens that it replaced and that may still spend", () => {
    const tokens = [token(1, null, "grace"), token(2, 1, "ended"), token(3, 2), token(4, 3)];
    expect(idsOf(endingOf(3, facts(tokens)))).toEqual([3, 1, 4]);
    expect(idsOf(endingOf(4, facts(tokens)))).toEqual([4]);
  });

  test("loses the credits of an account without a wallet when only tokens in grace are left", () => {
    expect(endingOf(1, facts([token(1)]))).toMatchObject({ isLast: true, creditsLost: 10 });
    expect(endingOf(1, facts([token(1), token(2, null, "grace")]))).toMatchObject({ isLast: false, creditsLost: 10 });
    expect(endingOf(1, facts([token(1), token(2)]))).toMatchObject({ isLast: false, creditsLost: null });
    expect(endingOf(1, facts([token(1)], { hasWallet: true }))).toMatchObject({ isLast: true, creditsLost: null });
    expect(endingOf(1, facts([token(1)], { spendable: 0 }))).toMatchObject({ creditsLost: null });
  });

  test("is nothing for one that ended or is not there", () => {
    expect(endingOf(1, facts([token(1, null, "ended")]))).toBeNull();
    expect(endingOf(9, facts([token(1)]))).toBeNull();
  });
});
