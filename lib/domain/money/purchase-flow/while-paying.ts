import type { Address, Hash, Payment, State } from "./purchase-state";
import { checking, editing, onNetwork, type Reactions } from "./reactions";
import { answers } from "./while-crediting";

const withHash = (payment: Payment, hash: Hash): Payment => ({ ...payment, hash });

const pending = (payment: Payment, hash: Hash): State => ({
  step: "pending",
  payment: withHash(payment, hash),
  hash,
  isSlow: false,
  isRepriced: false,
});

const confirming = (claim: Payment): State => ({ step: "confirming", claim, signature: null, confirmations: null, required: null });

const newQuote = ({ account }: { account: Address }): State => checking(account);
const leave = { back: editing };

interface AboutPayment {
  payment: Payment;
}

/** What the wallet may still say about a payment after the page has stopped waiting for it. */
const wallet = {
  sent: (state: State & AboutPayment, { paymentId, hash }: { paymentId: string; hash: Hash }): State =>
    state.payment.id === paymentId ? pending(state.payment, hash) : state,
  authorized: (state: State & AboutPayment, { paymentId }: { paymentId: string }): State =>
    state.payment.id === paymentId ? confirming(state.payment) : state,
  declined: (state: State & AboutPayment, { paymentId }: { paymentId: string }): State =>
    state.payment.id === paymentId && state.payment.quote.sender !== null
      ? { step: "declined", payment: state.payment, account: state.payment.quote.sender }
      : state,
};

/** From the review to a transaction in a block. A quote is sent once: every other attempt needs a new one. */
export const whilePaying = {
  review: {
    send: (state) =>
      state.urgency === "fresh" && !state.isElsewhere ? { step: "signing", payment: state.payment, isSlow: false, changed: null } : state,
    urgency: (state, { urgency }) => (state.urgency === "expired" ? state : { ...state, urgency }),
    elsewhere: (state, { isElsewhere }) => ({ ...state, isElsewhere }),
    again: newQuote,
    account: (state, { account }) => (account === state.account ? state : { step: "account-changed", payment: state.payment, account }),
    network: (_, { account, chainId }) => onNetwork(account, chainId),
    disconnected: editing,
    ...leave,
  },
  "account-changed": {
    again: newQuote,
    account: (state, { account }) => ({ ...state, account }),
    network: (_, { account, chainId }) => onNetwork(account, chainId),
    disconnected: editing,
    ...leave,
  },
  signing: {
    ...wallet,
    slow: (state) => ({ ...state, isSlow: true }),
    account: (state) => ({ ...state, changed: "account" }),
    network: (state) => ({ ...state, changed: "network" }),
    "wallet-failed": (state, { paymentId, message }) =>
      state.payment.id === paymentId ? { step: "unsure", payment: state.payment, message } : state,
    "stop-waiting": ({ payment }) => ({ step: "unsure", payment, message: null }),
  },
  declined: { again: newQuote, ...leave },
  unsure: {
    ...wallet,
    "check-payment": ({ payment }) => confirming(payment),
    ...leave,
  },
  pending: {
    mined: ({ payment }, { hash }) => confirming(withHash(payment, hash)),
    reverted: ({ payment }, { hash }) => ({ step: "reverted", payment: withHash(payment, hash), hash }),
    repriced: (state, { by }) => ({ ...state, payment: withHash(state.payment, by), hash: by, isRepriced: true }),
    cancelled: ({ payment }, { by }) => ({ step: "cancelled", payment, by }),
    replaced: ({ payment }, { by }) => ({ step: "replaced", payment, by }),
    dropped: ({ payment, hash }, { checkedAt }) => ({ step: "dropped", payment, hash, checkedAt }),
    slow: (state) => ({ ...state, isSlow: true }),
    credited: ({ payment }, event) => answers.credited({ claim: payment }, event),
    "must-sign": ({ payment }, event) => answers["must-sign"]({ claim: payment }, event),
    "not-credited": ({ payment }, event) => answers["not-credited"]({ claim: payment }, event),
    ...leave,
  },
  dropped: { "check-payment": ({ payment }) => confirming({ ...payment, hash: null }), ...leave },
  cancelled: { again: editing, ...leave },
  replaced: { "check-payment": ({ payment }) => confirming({ ...payment, hash: null }), ...leave },
  reverted: { again: editing, ...leave },
} satisfies Reactions;
