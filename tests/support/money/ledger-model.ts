import { creditsFor } from "@/lib/domain/money/credits";

/** An independent model of the books, kept with plain additions and without the service's SQL. */

export interface ModelHold {
  id: string;
  account: number;
  credits: number;
  status: "reserved" | "captured" | "released" | "expired";
  expiresAtMs: number;
  isRefunded: boolean;
  isForgotten: boolean;
}

export interface ModelTransfer {
  hash: string;
  account: number;
  units: bigint;
  block: number;
  state: "observed" | "credited" | "gone";
  /** Credits that were already spent when the block was reorganised away. */
  owed: number;
  wasCredited: boolean;
}

export interface Model {
  nowMs: number;
  accounts: { posted: number; held: number }[];
  holds: ModelHold[];
  callCount: number;
  transfers: ModelTransfer[];
  granted: number;
  used: number;
  receivable: number;
}

export const HOLD_MS = 60_000;

export const newModel = (nowMs: number, accounts: number): Model => ({
  nowMs,
  accounts: Array.from({ length: accounts }, () => ({ posted: 0, held: 0 })),
  holds: [],
  callCount: 0,
  transfers: [],
  granted: 0,
  used: 0,
  receivable: 0,
});

const accountOf = (model: Model, index: number): Model["accounts"][number] => {
  const account = model.accounts[index];
  if (!account) throw new Error(`the model has no account ${index}`);
  return account;
};

export const spendable = (model: Model, index: number): number => accountOf(model, index).posted - accountOf(model, index).held;

export const creditsOf = ({ units }: ModelTransfer): number => Number(creditsFor(units));

export function grant(model: Model, index: number, credits: number): void {
  accountOf(model, index).posted += credits;
  model.granted += credits;
}

export function reserve(model: Model, hold: Pick<ModelHold, "id" | "account" | "credits">): void {
  accountOf(model, hold.account).held += hold.credits;
  model.holds.push({ ...hold, status: "reserved", expiresAtMs: model.nowMs + HOLD_MS, isRefunded: false, isForgotten: false });
}

export function resolve(model: Model, hold: ModelHold, status: "captured" | "released" | "expired"): void {
  const account = accountOf(model, hold.account);
  hold.status = status;
  account.held -= hold.credits;
  if (status !== "captured") return;
  account.posted -= hold.credits;
  model.used += hold.credits;
}

export function refund(model: Model, hold: ModelHold): void {
  hold.isRefunded = true;
  accountOf(model, hold.account).posted += hold.credits;
  model.used -= hold.credits;
}

export const dueHolds = (model: Model): ModelHold[] =>
  model.holds.filter(({ status, expiresAtMs }) => status === "reserved" && expiresAtMs < model.nowMs);

export function credit(model: Model, transfer: ModelTransfer): void {
  accountOf(model, transfer.account).posted += creditsOf(transfer) - transfer.owed;
  model.receivable -= transfer.owed;
  Object.assign(transfer, { state: "credited", owed: 0, wasCredited: true });
}

export function withdraw(model: Model, transfer: ModelTransfer): void {
  if (transfer.state === "credited") {
    const taken = Math.min(creditsOf(transfer), spendable(model, transfer.account));
    accountOf(model, transfer.account).posted -= taken;
    transfer.owed = creditsOf(transfer) - taken;
    model.receivable += transfer.owed;
  }
  transfer.state = "gone";
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export function books(model: Model) {
  const units = (...states: ModelTransfer["state"][]) =>
    sum(model.transfers.filter(({ state }) => states.includes(state)).map((transfer) => Number(transfer.units)));
  const purchased = sum(model.transfers.filter(({ state }) => state === "credited").map(creditsOf));
  return {
    faults: [],
    credits: {
      customers: sum(model.accounts.map(({ posted }) => posted)),
      held: sum(model.accounts.map(({ held }) => held)),
      sold: model.granted + purchased,
      used: model.used,
      receivable: model.receivable,
    },
    units: { received: units("observed", "credited"), sales: units("credited"), unclaimed: units("observed") },
  };
}
