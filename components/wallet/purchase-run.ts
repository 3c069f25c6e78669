import type { OfferedWallets } from "@/lib/domain/money/offered-wallets";
import { newFlow, recordsOf, reduce } from "@/lib/domain/money/purchase-flow";
import type { Event } from "@/lib/domain/money/purchase-flow/purchase-events";
import { sendable } from "@/lib/domain/money/purchase-flow/purchase-actions";
import { paymentOf, type Flow, type Order, type Payment, type State } from "@/lib/domain/money/purchase-flow/purchase-state";
import { newKey } from "./ask-service";
import type { ConfirmInSession } from "./ask-for-credit";
import type { Offer } from "./ask-for-quote";
import { removeRecord, writeRecord } from "./payment-records";
import type { CheckName, Run } from "./purchase-work";
import { failureOf, messageOf, type BuyerWallet, type PreparedTransfer } from "./wallet";
import { workOf } from "./work-of-state";

const NAME = "send-payment";

/** A lock lets one tab of this browser send at a time; browsers without locks let each tab send. */
class SendLock {
  private holding: AbortController | null = null;

  /** Tells whether another tab has it, and once that one has let it go. */
  hold(tell: (isElsewhere: boolean) => void): void {
    if (this.holding !== null || !("locks" in navigator)) return;
    const { signal } = (this.holding = new AbortController());
    const released = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    const take = async () => {
      const isElsewhere = await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
        if (lock === null) return true;
        await released;
        return false;
      });
      if (!isElsewhere || signal.aborted) return;
      tell(true);
      await navigator.locks.request(NAME, { signal }, () => {
        tell(false);
        return released;
      });
    };
    // Rejects only where the wait for another tab was given up.
    take().catch(() => undefined);
  }

  release(): void {
    this.holding?.abort();
    this.holding = null;
  }
}

/** What distinguishes one stay in a state from another: its work starts anew when this changes. */
function keyOf(state: State): string {
  switch (state.step) {
    case "choosing":
      return "choosing";
    case "checking":
      return `checking ${state.account} ${state.accepted.join()}`;
    case "wrong-network":
      return `wrong-network ${state.isSwitching}`;
    case "quoting":
      return `quoting ${state.account} ${state.method}`;
    default:
      return `${state.step} ${paymentOf(state)?.id ?? ""}`;
  }
}

/** A purchase: the state machine, the wallet, and the work that belongs to the state at hand. */
export class PurchaseRun implements Run {
  flow: Flow;
  /** Never part of the flow: shown once, and forgotten with this object. */
  token: string | null = null;
  offer: Offer | null = null;
  prepared: PreparedTransfer | null = null;
  copies: readonly string[] = [];
  passed: readonly CheckName[] = [];
  wallet: BuyerWallet | null = null;
  /** Nonce of the transfer that was sent last. */
  sentNonce: number | null = null;
  private readonly lock = new SendLock();
  private work = new AbortController();
  private asked: { wish: string; key: string } | null = null;
  private stopWatching: (() => void) | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    order: Order,
    readonly inSession: ConfirmInSession | null,
    readonly offered: OfferedWallets,
  ) {
    this.flow = newFlow(order);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  snapshot = (): Flow => this.flow;

  quoteKey(wish: string): string {
    if (this.asked?.wish !== wish) this.asked = { wish, key: newKey() };
    return this.asked.key;
  }

  forgetQuoteKey(): void {
    this.asked = null;
  }

  /** Time of the service, as far as this device can tell. */
  now = (): number => Date.now() + (this.offer?.clockOffset ?? 0);

  /** The records are written before anything else happens: the wallet opens only afterwards. */
  dispatch = (event: Event): void => {
    const before = this.flow;
    this.flow = reduce(before, event);
    if (this.flow === before) return;
    this.keepRecords(before);
    const key = keyOf(this.flow.state);
    if (key !== keyOf(before.state)) this.begin();
    this.holdLock();
    if (this.flow.state.step === "editing") this.stopWatching?.();
    for (const listener of this.listeners) listener();
  };

  /** The flow stays as it is; only what is known of the checks changes. */
  notePassed(passed: readonly CheckName[]): void {
    this.passed = passed;
    this.flow = { ...this.flow };
    for (const listener of this.listeners) listener();
  }

  useWallet(wallet: BuyerWallet): void {
    if (this.wallet === wallet) return;
    this.wallet = wallet;
    this.stopWatching = wallet.watch((connection) => {
      const { state } = this.flow;
      if (connection === null) return this.dispatch({ type: "disconnected" });
      const known = "account" in state ? state.account : (paymentOf(state)?.quote.sender ?? null);
      if (connection.chainId !== 8453 || state.step === "wrong-network") this.dispatch({ type: "network", ...connection });
      else if (connection.account !== known) this.dispatch({ type: "account", account: connection.account });
    });
  }

  /** Straight from the click to the wallet, without a wait between. */
  send = (): void => {
    const payment = sendable(this.flow, this.now());
    const { prepared } = this;
    const connection = this.wallet?.current();
    if (payment === null || prepared === null || connection?.chainId !== payment.quote.chainId) return;
    if (connection.account.toLowerCase() !== payment.quote.sender?.toLowerCase()) return;
    this.dispatch({ type: "send" });
    this.prepared = null;
    this.sentNonce = prepared.nonce;
    void this.hear(payment, payment.method === "authorization" ? this.authorize(payment) : this.transfer(payment, prepared));
  };

  /** The token leaves the page with the panel that showed it. */
  finish = (): void => {
    this.token = null;
    this.dispatch({ type: "done" });
  };

  private async transfer(payment: Payment, prepared: PreparedTransfer): Promise<Event> {
    const hash = await prepared.send();
    return { type: "sent", paymentId: payment.id, hash };
  }

  private async authorize(payment: Payment): Promise<Event> {
    const { submitAuthorization } = await import("./submit-authorization");
    return submitAuthorization(payment, this.offer?.gasless ?? null, this.wallet);
  }

  /** The wallet may answer long after this page has gone on; the record is corrected all the same. */
  private async hear(payment: Payment, answer: Promise<Event>): Promise<void> {
    const event = await answer.catch((error: unknown): Event => {
      if (failureOf(error) === "declined") return { type: "declined", paymentId: payment.id };
      return { type: "wallet-failed", paymentId: payment.id, message: messageOf(error) };
    });
    if (event.type === "sent") writeRecord({ ...payment, hash: event.hash });
    if (event.type === "declined") removeRecord(payment.id);
    this.dispatch(event);
  }

  /** From the review until the wallet has answered. */
  private holdLock(): void {
    const { state } = this.flow;
    const isNeeded = state.step === "signing" || (state.step === "review" && state.urgency !== "expired");
    if (isNeeded) this.lock.hold((isElsewhere) => this.dispatch({ type: "elsewhere", isElsewhere }));
    else this.lock.release();
  }

  private begin(): void {
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    const work = workOf(this.flow.state);
    const dispatch = (event: Event) => void (signal.aborted || this.dispatch(event));
    void work?.(this, dispatch, signal);
  }

  private keepRecords(before: Flow): void {
    const [old, now] = [recordsOf(before), recordsOf(this.flow)];
    for (const payment of now) if (!old.includes(payment)) writeRecord(payment);
    for (const { id } of old) if (!now.some((payment) => payment.id === id)) removeRecord(id);
  }
}
