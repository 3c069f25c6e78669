import type { EventOf, EventType } from "./purchase-events";
import type { Address, Flow, Payment, State, StateOf, Step } from "./purchase-state";

/** What a state does on an event: the next state, or with it a changed order. */
type Reaction<From extends Step, On extends EventType> = (
  state: StateOf<From>,
  event: EventOf<On>,
  flow: Flow,
) => State | { state: State; order: Flow["order"] };

export type Reactions = { [From in Step]?: { [On in EventType]?: Reaction<From, On> } };

export const BASE_CHAIN_ID = 8453;

export const editing = (): State => ({ step: "editing" });

export const awaiting = (payment: Payment): State => ({ step: "awaiting", payment, confirmations: null, required: null });

export const checking = (account: Address): State => ({ step: "checking", account, accepted: [] });

/** A connected wallet is checked where it is on Base, and asked to switch otherwise. */
export const onNetwork = (account: Address, chainId: number): State =>
  chainId === BASE_CHAIN_ID ? checking(account) : { step: "wrong-network", account, chainId, isSwitching: false, note: null };
