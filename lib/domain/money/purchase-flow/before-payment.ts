import type { CheckedFacts } from "./purchase-events";
import type { Address, CopyName, Flow, Method, Order, State } from "./purchase-state";
import { awaiting, BASE_CHAIN_ID, checking, editing, onNetwork, type Reactions } from "./reactions";

const UNITS_PER_CENT = 10_000n;
const SMALLEST_UNITS = 500_000n;
/** Most that a quote adds to the asked amount, unless many amounts of its cent are taken. */
const MOST_EXTRA_UNITS = 9_999n;
/** A differing copy cannot be told from a right one unless two agree. */
const COPIES_NEEDED = 2;

/** The largest amount that a balance pays whatever the quote adds. Null below the smallest purchase. */
export function affordable(balance: bigint): bigint | null {
  const units = ((balance - MOST_EXTRA_UNITS) / UNITS_PER_CENT) * UNITS_PER_CENT;
  return units >= SMALLEST_UNITS ? units : null;
}

const quoting = (account: Address | null, method: Method): State => ({ step: "quoting", account, method });

function judged(account: Address, accepted: readonly CopyName[], facts: CheckedFacts, { order }: Flow): State {
  const { differences, matching, usdc, bridged, ether, etherNeeded, canAuthorize } = facts;
  const missing = facts.missing.filter((name) => !accepted.includes(name));
  if (differences.length > 0) return { step: "address-differs", differences };
  if (matching < COPIES_NEEDED || missing.length > 0) return { step: "address-unchecked", account, missing: facts.missing, matching };
  const needed = order.units + MOST_EXTRA_UNITS;
  if (usdc < needed) return { step: "too-little-usdc", account, balance: usdc, needed, bridged };
  if (ether < etherNeeded) return { step: "no-gas", account, balance: ether, needed: etherNeeded, canAuthorize };
  return quoting(account, "transfer");
}

const recheck = ({ account }: { account: Address }): State => checking(account);
const moved = { account: (_: unknown, { account }: { account: Address }): State => checking(account), network: onOtherNetwork };

function onOtherNetwork(_: unknown, { account, chainId }: { account: Address; chainId: number }): State {
  return onNetwork(account, chainId);
}

const connecting = (walletId: string): State => ({ step: "connecting", walletId, isSlow: false, pairing: null });

const pause = (_: unknown, { reason }: { reason: string }): State => ({ step: "paused", reason });
const payByHand = (_: unknown, { order }: { order: Order }) => ({ state: quoting(null, "by-hand"), order });

const leave = { back: editing, disconnected: editing };

/** From the amount to the quote: nothing can be paid yet. */
export const beforePayment = {
  editing: {
    connect: (_, { order }) => ({ state: { step: "choosing", wallets: null }, order }),
    "pay-by-hand": payByHand,
    pause,
    "name-transfer": (_, { claim }) => ({ step: "confirming", claim, signature: null, confirmations: null, required: null }),
    resume: (_, { payment }) =>
      payment.method === "by-hand"
        ? awaiting(payment)
        : { step: "confirming", claim: payment, signature: null, confirmations: null, required: null },
  },
  paused: { back: editing },
  choosing: {
    wallets: (_, { wallets }) => ({ step: "choosing", wallets }),
    choose: (_, { walletId }) => connecting(walletId),
    "pay-by-hand": payByHand,
    back: editing,
  },
  connecting: {
    connected: (_, { account, chainId }) => onNetwork(account, chainId),
    "not-connected": ({ walletId }, { reason }) => ({ step: "unconnected", walletId, reason }),
    slow: (state) => ({ ...state, isSlow: true }),
    pairing: (state, { uri }) => ({ ...state, pairing: uri }),
    back: () => ({ step: "choosing", wallets: null }),
  },
  unconnected: {
    again: ({ walletId }) => connecting(walletId),
    back: () => ({ step: "choosing", wallets: null }),
  },
  "wrong-network": {
    switch: (state) => ({ ...state, isSwitching: true, note: null }),
    "not-switched": (state, { reason }) => ({ ...state, isSwitching: false, note: reason }),
    again: recheck,
    network: onOtherNetwork,
    account: (state, { account }) => ({ ...state, account }),
    ...leave,
  },
  checking: {
    pause,
    checked: ({ account, accepted }, { facts }, flow) => judged(account, accepted, facts, flow),
    "check-failed": ({ account }, { what }) => ({ step: "check-failed", account, what }),
    ...moved,
    ...leave,
  },
  "check-failed": { again: recheck, ...moved, ...leave },
  "address-differs": {},
  "address-unchecked": {
    again: recheck,
    "accept-copies": (state) =>
      state.matching >= COPIES_NEEDED ? { step: "checking", account: state.account, accepted: state.missing } : state,
    ...moved,
    ...leave,
  },
  "too-little-usdc": {
    again: recheck,
    "lower-amount": ({ account, balance }, _, { order }) => {
      const units = affordable(balance);
      return { state: checking(account), order: units === null || units >= order.units ? order : { ...order, units } };
    },
    "pay-by-hand": payByHand,
    ...moved,
    ...leave,
  },
  "no-gas": {
    again: recheck,
    authorize: (state) => (state.canAuthorize ? quoting(state.account, "authorization") : state),
    "pay-by-hand": payByHand,
    ...moved,
    ...leave,
  },
  quoting: {
    pause,
    quoted: ({ account, method }, { payment }) => {
      if (payment.method !== method || payment.quote.chainId !== BASE_CHAIN_ID) return editing();
      if (account === null) return awaiting(payment);
      return { step: "review", payment, account, urgency: "fresh", isElsewhere: false };
    },
    "quote-refused": ({ account, method }, { refused, kind }) => ({ step: "quote-refused", account, method, refused, kind }),
    differs: (_, { differences }) => ({ step: "address-differs", differences }),
    unpayable: ({ account }, { reason }) => (account === null ? editing() : { step: "unpayable", account, reason }),
    account: (state, { account }) => (state.account === null ? state : checking(account)),
    network: (state, { account, chainId }) => (state.account === null ? state : onNetwork(account, chainId)),
    disconnected: (state) => (state.account === null ? state : editing()),
    back: editing,
  },
  "quote-refused": {
    again: ({ account, method, kind }) => (kind === "never" ? editing() : quoting(account, method)),
    ...leave,
  },
  unpayable: { again: recheck, ...moved, ...leave },
} satisfies Reactions;
