import fc from "fast-check";
import * as books from "./ledger-model";
import { expect } from "vitest";
import { inTransaction } from "@/db/client";
import { expireHolds, findHoldStatus } from "@/db/queries/money/call/holds";
import { post } from "@/db/queries/money/ledger/ledger";
import { refundHold } from "@/db/queries/money/ledger/refunds";
import { lockTransfer } from "@/db/queries/money/transfers/transfers";
import { observeTransfer, withdrawTransfer } from "@/lib/money/base/observe-transfers";
import { grantSides } from "@/lib/money/tokens/ledger-commands";
import type { Model, ModelHold, ModelTransfer } from "./ledger-model";
import { clock, expectAgreement, fundedOf, keyOf, seen, creditTransfer, type World } from "./ledger-world";
import { capture, release, reserveFor } from "./paid-calls";

/** A random event. `target` picks among existing items; the step is skipped when there are none. */
interface Step {
  name: string;
  applies?(model: Model): boolean;
  run(model: Model, world: World): Promise<void>;
}

class StepCommand implements fc.AsyncCommand<Model, World> {
  constructor(
    private readonly step: Step,
    private readonly description: string,
  ) {}
  check = (model: Readonly<Model>): boolean => this.step.applies?.(model as Model) ?? true;
  async run(model: Model, world: World): Promise<void> {
    await this.step.run(model, world);
    await expectAgreement(model, world);
  }
  toString = (): string => this.description;
}

const pick = <Item>(items: readonly Item[], target: number): Item => items[target % items.length] as Item;
const wins = (outcomes: readonly boolean[]): number => outcomes.filter(Boolean).length;
const times = <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> => Promise.all(Array.from({ length: count }, work));

const knownHolds = ({ holds }: Model): ModelHold[] => holds.filter(({ isForgotten }) => !isForgotten);
const inState = ({ transfers }: Model, ...states: ModelTransfer["state"][]): ModelTransfer[] =>
  transfers.filter(({ state }) => states.includes(state));

function newTransfer(model: Model, account: number, units: number): ModelTransfer {
  const number = model.transfers.length + 1;
  return {
    hash: `0x${number.toString(16).padStart(64, "0")}`,
    account: account % model.accounts.length,
    units: BigInt(units),
    block: number * 1000,
    state: "observed",
    owed: 0,
    wasCredited: false,
  };
}

type StepParameters = { target: number; amount: number; count: number };

const calls: Record<string, (parameters: StepParameters) => Step> = {
  grant: ({ target, amount }) => ({
    name: "grant",
    async run(model, world) {
      const account = target % model.accounts.length;
      const credits = 1 + (amount % 40);
      await post(
        world.db,
        { kind: "grant", externalRef: `grant:${model.nowMs++}`, sides: grantSides(fundedOf(world, account).accountId, credits) },
        clock(model),
      );
      books.grant(model, account, credits);
    },
  }),
  call: ({ target, amount, count }) => ({
    name: "call",
    async run(model, world) {
      const account = target % model.accounts.length;
      const credits = 1 + (amount % 20);
      const affordable = Math.min(count, Math.floor(books.spendable(model, account) / credits));
      const reserved = await times(count, () =>
        reserveFor(world.db, { token: fundedOf(world, account).token, credits, now: clock(model), holdId: `hold_${++model.callCount}` }),
      );
      const held = reserved.filter((reservation) => reservation?.isHeld);
      expect(held).toHaveLength(affordable);
      for (const reservation of held) books.reserve(model, { id: reservation?.holdId ?? "", account, credits });
    },
  }),
  resolve: ({ target, amount, count }) => ({
    name: "resolve",
    applies: (model) => knownHolds(model).length > 0,
    async run(model, world) {
      const hold = pick(knownHolds(model), target);
      const outcomes = await Promise.all(
        Array.from({ length: count }, (_, index) => ((amount + index) % 3 === 0 ? release : capture)(world.db, hold.id, clock(model))),
      );
      expect(wins(outcomes)).toBe(hold.status === "reserved" ? 1 : 0);
      const status = await findHoldStatus(world.db, hold.id);
      if (hold.status === "reserved") books.resolve(model, hold, status as "captured" | "released");
      expect(status).toBe(hold.status);
    },
  }),
  crash: ({ target, amount }) => ({
    name: "crash",
    applies: (model) => knownHolds(model).length > 0,
    async run(model) {
      pick(knownHolds(model), target).isForgotten = true;
      model.nowMs += (amount % 40) * 1000;
    },
  }),
  sweep: ({ amount, count }) => ({
    name: "sweep",
    async run(model, world) {
      model.nowMs += (amount % 90) * 1000;
      const due = books.dueHolds(model);
      const expired = await times(count, () => expireHolds(world.db, clock(model)));
      expect(expired.reduce((sum, many) => sum + many, 0)).toBe(due.length);
      for (const hold of due) books.resolve(model, hold, "expired");
    },
  }),
  refund: ({ target, count }) => ({
    name: "refund",
    applies: ({ holds }) => holds.length > 0,
    async run(model, world) {
      const hold = pick(model.holds, target);
      const refunds = await times(count, () => refundHold(world.db, hold.id, "it was wrong", clock(model)));
      const isRefundable = hold.status === "captured" && !hold.isRefunded;
      expect(wins(refunds.map((id) => id !== null))).toBe(isRefundable ? 1 : 0);
      if (isRefundable) books.refund(model, hold);
    },
  }),
};

const purchases: Record<string, (parameters: StepParameters) => Step> = {
  buy: ({ target, amount, count }) => ({
    name: "buy",
    async run(model, world) {
      const transfer = newTransfer(model, target, amount);
      expect(wins(await times(count, () => creditTransfer(world, model, transfer)))).toBe(1);
      model.transfers.push(transfer);
      books.credit(model, transfer);
    },
  }),
  crashedBuy: ({ target, amount }) => ({
    name: "buy that dies before it is committed",
    async run(model, world) {
      const dying = creditTransfer(world, model, newTransfer(model, target, amount), {
        beforeCommit() {
          throw new Error("the process dies here");
        },
      });
      await expect(dying).rejects.toThrow("the process dies here");
    },
  }),
  observe: ({ target, amount, count }) => ({
    name: "observe",
    async run(model, world) {
      const transfer = newTransfer(model, target, amount);
      await times(count, () => inTransaction(world.db, (tx) => observeTransfer(tx, seen(model, transfer), clock(model))));
      model.transfers.push(transfer);
    },
  }),
  claim: ({ target, count }) => ({
    name: "claim again or for the first time",
    applies: (model) => inState(model, "observed", "credited").length > 0,
    async run(model, world) {
      const transfer = pick(inState(model, "observed", "credited"), target);
      expect(wins(await times(count, () => creditTransfer(world, model, transfer)))).toBe(transfer.state === "observed" ? 1 : 0);
      if (transfer.state === "observed") books.credit(model, transfer);
    },
  }),
  reorg: ({ target }) => ({
    name: "reorg",
    applies: (model) => inState(model, "observed", "credited").length > 0,
    async run(model, world) {
      const transfer = pick(inState(model, "observed", "credited"), target);
      await inTransaction(world.db, async (tx) => {
        const observed = await lockTransfer(tx, keyOf(transfer));
        if (!observed) throw new Error("an observed transfer is not there");
        await withdrawTransfer(tx, observed, clock(model));
      });
      books.withdraw(model, transfer);
    },
  }),
  moved: ({ target }) => ({
    name: "seen in another block",
    applies: ({ transfers }) => transfers.length > 0,
    async run(model, world) {
      const transfer = pick(model.transfers, target);
      transfer.block += 1;
      await inTransaction(world.db, (tx) => observeTransfer(tx, seen(model, transfer), clock(model)));
      books.withdraw(model, transfer);
      transfer.state = "observed";
    },
  }),
  back: ({ target, count }) => ({
    name: "back on the chain",
    applies: (model) => inState(model, "gone").length > 0,
    async run(model, world) {
      const transfer = pick(inState(model, "gone"), target);
      transfer.block += 1;
      expect(wins(await times(count, () => creditTransfer(world, model, transfer)))).toBe(1);
      books.credit(model, transfer);
    },
  }),
};

const WEIGHTS: Readonly<Record<string, number>> = { call: 3, resolve: 3 };

const parameters = fc.record({
  target: fc.nat(20),
  amount: fc.integer({ min: 100_000, max: 1_200_000 }),
  count: fc.integer({ min: 1, max: 3 }),
});

export const ledgerSteps: fc.Arbitrary<fc.AsyncCommand<Model, World>>[] = Object.entries({ ...calls, ...purchases }).flatMap(([, make]) => {
  const arbitrary = parameters.map((drawn) => {
    const step = make(drawn);
    return new StepCommand(step, `${step.name} ${JSON.stringify(drawn)}`);
  });
  const { name } = make({ target: 0, amount: 0, count: 1 });
  return Array.from({ length: WEIGHTS[name] ?? 1 }, () => arbitrary);
});
