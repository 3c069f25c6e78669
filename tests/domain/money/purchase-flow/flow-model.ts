import { REACTIONS, newFlow, recordsOf } from "@/lib/domain/money/purchase-flow";
import { sendable, type otherActions, type primaryAction } from "@/lib/domain/money/purchase-flow/purchase-actions";
import type { CheckedFacts, Event, EventType } from "@/lib/domain/money/purchase-flow/purchase-events";
import {
  paymentOf,
  type Address,
  type Claim,
  type Flow,
  type Hash,
  type Method,
  type Payment,
  type Step,
} from "@/lib/domain/money/purchase-flow/purchase-state";

const DOLLAR = 1_000_000n;
const ACCOUNTS: readonly Address[] = ["0x1111111111111111111111111111111111111111", "0x2222222222222222222222222222222222222222"];
const PAY_TO: Address = "0x3333333333333333333333333333333333333333";
const NOW = 1_800_000_000_000;

/** Draws from a finite list of numbers, and zeros after it. */
class Draws {
  private at = 0;
  private made = 0;
  constructor(private readonly numbers: readonly number[]) {}
  below(limit: number): number {
    return (this.numbers[this.at++] ?? 0) % limit;
  }
  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
  hasMore(): boolean {
    return this.at < this.numbers.length;
  }
  id(): string {
    return String(++this.made);
  }
  hash(): Hash {
    return `0x${this.id().padStart(64, "0")}`;
  }
}

function newPayment(draws: Draws, method: Method, sender: Address | null): Payment {
  const id = draws.id();
  const quote = {
    memo: `aed-${id}`,
    units: 5n * DOLLAR + 1175n,
    credits: 275,
    payTo: PAY_TO,
    contract: PAY_TO,
    chainId: draws.below(20) === 0 ? 1 : 8453,
    expiresAt: NOW + 1_800_000,
    sender,
    uri: null,
  };
  return { id, quote, goal: draws.of(["token", "top-up"]), method, hash: null, madeAt: NOW };
}

function facts(draws: Draws): CheckedFacts {
  return {
    differences: draws.below(16) === 0 ? [{ what: "address", expected: PAY_TO, found: ACCOUNTS[0] as string, at: "llms.txt" }] : [],
    missing: draws.below(12) === 0 ? ["llms.txt"] : [],
    matching: draws.of([3, 3, 3, 2, 1]),
    usdc: draws.of([100n, 100n, 100n, 2n, 0n]) * DOLLAR,
    bridged: 0n,
    ether: draws.of([1n, 1n, 0n]),
    etherNeeded: 1n,
    canAuthorize: draws.below(2) === 0,
  };
}

const refused = (draws: Draws) => ({ code: "rpc_unavailable", message: "Retry.", retryAfterSeconds: draws.of([null, 5]) });

/** A payment's id that the wallet answers about: that of the state, of one left, or of nobody. */
function paymentId({ state, unfinished }: Flow, draws: Draws): string {
  return draws.of([paymentOf(state)?.id, paymentOf(state)?.id, unfinished[0]?.id, "nobody"]) ?? "nobody";
}

function eventOf(type: EventType, flow: Flow, draws: Draws): Event {
  const { state } = flow;
  const order = { units: draws.of([1n, 5n, 200n]) * DOLLAR, goal: draws.of(["token", "top-up"] as const) };
  const account = draws.of(ACCOUNTS);
  const payment = paymentOf(state);
  switch (type) {
    case "connect":
    case "pay-by-hand":
      return { type, order };
    case "name-transfer": {
      const named: Claim = { id: draws.id(), quote: null, memo: null, goal: "token", hash: draws.hash() };
      return { type, claim: payment && draws.below(2) === 0 ? { ...named, id: payment.id } : named };
    }
    case "resume":
      return { type, payment: flow.unfinished[0] ?? newPayment(draws, draws.of(["transfer", "by-hand"]), account) };
    case "forget":
      return { type, paymentId: flow.unfinished[0]?.id ?? "nobody" };
    case "wallets":
      return { type, wallets: draws.of([[], [{ id: "one", name: "One", icon: null, isInstalled: draws.below(2) === 0 }]]) };
    case "pairing":
      return { type, uri: "wc:0" };
    case "choose":
      return { type, walletId: "one" };
    case "connected":
    case "network":
      return { type, account, chainId: draws.of([8453, 8453, 1]) };
    case "account":
      return { type, account };
    case "not-connected":
      return { type, reason: draws.of(["declined", "busy", "locked", "failed"]) };
    case "not-switched":
      return { type, reason: draws.of(["declined", "cannot"]) };
    case "checked":
      return { type, facts: facts(draws) };
    case "check-failed":
      return { type, what: "the balance" };
    case "quoted": {
      const [method, sender] = state.step === "quoting" ? [state.method, state.account] : (["transfer", account] as const);
      return { type, payment: newPayment(draws, draws.below(10) === 0 ? "transfer" : method, sender) };
    }
    case "quote-refused":
      return { type, refused: refused(draws), kind: draws.of(["retry", "never"]) };
    case "differs":
      return { type, differences: facts(draws).differences };
    case "unpayable":
    case "pause":
      return { type, reason: "paused" };
    case "urgency":
      return { type, urgency: draws.of(["expiring", "expired"]) };
    case "elsewhere":
      return { type, isElsewhere: draws.below(2) === 0 };
    case "sent":
      return { type, paymentId: paymentId(flow, draws), hash: draws.hash() };
    case "authorized":
    case "declined":
      return { type, paymentId: paymentId(flow, draws) };
    case "wallet-failed":
      return { type, paymentId: paymentId(flow, draws), message: "internal error" };
    case "mined":
    case "reverted":
      return { type, hash: draws.hash() };
    case "repriced":
    case "cancelled":
      return { type, by: draws.hash() };
    case "replaced":
      return { type, by: draws.of([null, draws.hash()]) };
    case "dropped":
      return { type, checkedAt: NOW };
    case "credited": {
      const credit = { credits: 275, balance: 275, units: 5n * DOLLAR, hash: draws.hash(), note: "" };
      return { type, credit, hasToken: draws.below(2) === 0 };
    }
    case "not-confirmed":
      return { type, confirmations: draws.of([null, 0, 3]), required: 6 };
    case "no-answer":
      return { type, refused: refused(draws) };
    case "must-sign":
      return {
        type,
        request: {
          message: "Sign this",
          hash: draws.of([null, draws.hash()]),
          why: draws.of(["late", "other-sender", "other-amount", "memo-used"]),
        },
      };
    case "signed-claim":
      return { type, signature: "0x00" };
    case "not-credited":
      return { type, refused: refused(draws), contact: null };
    default:
      return { type } as Event;
  }
}

export interface Machine {
  reduce: (flow: Flow, event: Event) => Flow;
  primary: typeof primaryAction;
  others: typeof otherActions;
}

/** The truth beside the machine: which quotes were sent, and which may have been paid. */
class Books {
  private readonly sent = new Set<string>();
  private readonly atRisk = new Map<string, string>();

  record(before: Flow, event: Event, after: Flow): void {
    const entered = after.state.step !== before.state.step;
    if (event.type === "send" && after.state.step === "signing" && entered) {
      const { id, quote } = after.state.payment;
      if (this.sent.has(quote.memo)) throw new Error(`the quote ${quote.memo} was sent twice`);
      this.sent.add(quote.memo);
      this.atRisk.set(id, quote.memo);
    }
    if (event.type === "quoted" && after.state.step === "awaiting") this.atRisk.set(after.state.payment.id, after.state.payment.quote.memo);
    if (event.type === "resume" && entered) this.atRisk.set(event.payment.id, event.payment.quote.memo);
    const isKnownUnpaid = ["cancelled", "reverted", "credited"].includes(after.state.step);
    if (isKnownUnpaid) this.atRisk.delete(paymentOf(after.state)?.id ?? "");
    if (event.type === "declined" || event.type === "forget") this.settle(event, before);
  }

  /** A wallet that declines has sent nothing; only a record that was left can be forgotten. */
  private settle(event: { type: "declined" | "forget"; paymentId: string }, before: Flow): void {
    const isAtHand = paymentOf(before.state)?.id === event.paymentId;
    const isOpen = ["signing", "unsure"].includes(before.state.step);
    if (!isAtHand || (event.type === "declined" && isOpen)) this.atRisk.delete(event.paymentId);
  }

  require(flow: Flow): void {
    for (const [id, memo] of this.atRisk) {
      const isHeld = paymentOf(flow.state)?.id === id || flow.unfinished.some((payment) => payment.id === id);
      if (!isHeld) throw new Error(`the quote ${memo}, which may be paid, is lost in ${flow.state.step}`);
    }
    const offered = sendable(flow, NOW);
    if (offered && this.sent.has(offered.quote.memo)) throw new Error(`Send is offered again for ${offered.quote.memo}`);
  }
}

function requireOnePrimary({ primary, others }: Machine, flow: Flow): void {
  const main = primary(flow);
  const rest = others(flow);
  if (main !== null && rest.includes(main)) throw new Error(`${main} is offered twice in ${flow.state.step}`);
  if (new Set(rest).size < rest.length) throw new Error(`an action is offered twice in ${flow.state.step}`);
  if (rest.includes("send")) throw new Error(`Send stands beside the primary action in ${flow.state.step}`);
  if (main === "send" && sendable(flow, NOW) === null) throw new Error(`Send is offered in ${flow.state.step} and does nothing`);
}

const ALL_EVENTS = [...new Set(Object.values(REACTIONS).flatMap((reactions) => Object.keys(reactions)))] as EventType[];

/** The way of a purchase that succeeds, so that walks reach its end often. */
const ONWARD: Partial<Record<Step, EventType>> = {
  editing: "connect",
  choosing: "choose",
  connecting: "connected",
  checking: "checked",
  quoting: "quoted",
  review: "send",
  signing: "sent",
};

/**
 * Walks through the machine by the drawn numbers. It mostly does what the state reacts to, now and
 * then anything else, or a reload.
 */
export function walk(machine: Machine, numbers: readonly number[], visited: Map<string, number>): void {
  const draws = new Draws(numbers);
  const books = new Books();
  let flow = newFlow({ units: 5n * DOLLAR, goal: "token" });
  while (draws.hasMore()) {
    const own = Object.keys(REACTIONS[flow.state.step]) as EventType[];
    const isAny = draws.below(8) === 0;
    const onward = draws.below(2) === 0 ? ONWARD[flow.state.step] : undefined;
    if (own.length === 0 || draws.below(80) === 0) {
      flow = newFlow(flow.order, recordsOf(flow));
      books.require(flow);
      continue;
    }
    const event = eventOf(isAny ? draws.of([...ALL_EVENTS, "forget"]) : (onward ?? draws.of(own)), flow, draws);
    const { step } = flow.state;
    if (REACTIONS[step][event.type]) visited.set(`${step} ${event.type}`, (visited.get(`${step} ${event.type}`) ?? 0) + 1);
    const next = machine.reduce(flow, event);
    books.record(flow, event, next);
    books.require(next);
    requireOnePrimary(machine, next);
    flow = next;
  }
}
