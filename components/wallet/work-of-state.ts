import { compareCopies } from "@/lib/domain/money/purchase-flow/compare-copies";
import { SEND_NEEDS_MS } from "@/lib/domain/money/purchase-flow/purchase-actions";
import { BASE_CHAIN_ID } from "@/lib/domain/money/purchase-flow/reactions";
import type { State, Step, WalletOption } from "@/lib/domain/money/purchase-flow/purchase-state";
import { askForQuote, isOffer, readCopies, refusalKind } from "./ask-for-quote";
import { awaitPayment, confirm } from "./confirm-work";
import { followTransfer } from "./follow-transfer";
import type { Dispatch, Run, Work } from "./purchase-work";
import { refusedOf } from "./ask-service";
import { after } from "./waiting";
import { failureOf, UnpayableError } from "./wallet";

/** Wallets announce themselves at once; who has none is told so after this. */
const NO_WALLET_MS = 500;
const SLOW_CONNECT_MS = 15_000;
const SLOW_WALLET_MS = 60_000;

async function walletOf(run: Run) {
  const { baseWallet } = await import("./base-wallet");
  const wallet = baseWallet(run.offered);
  run.useWallet(wallet);
  return wallet;
}

const choosing: Work<"choosing"> = async (run, dispatch, signal) => {
  const wallet = await walletOf(run);
  let isLate = false;
  let options: WalletOption[] = [];
  const tell = () => dispatch({ type: "wallets", wallets: options });
  const stop = wallet.watchOptions((wallets) => {
    options = wallets;
    if (isLate || wallets.some(({ isInstalled }) => isInstalled)) tell();
  });
  signal.addEventListener("abort", stop);
  after(NO_WALLET_MS, signal, () => {
    isLate = true;
    if (run.flow.state.step === "choosing" && run.flow.state.wallets === null) tell();
  });
};

const connecting: Work<"connecting"> = async (run, dispatch, signal, { walletId }) => {
  after(SLOW_CONNECT_MS, signal, () => dispatch({ type: "slow" }));
  try {
    const pairing = { signal, onPairing: (uri: string) => dispatch({ type: "pairing", uri }) };
    dispatch({ type: "connected", ...(await (await walletOf(run)).connect(walletId, pairing)) });
  } catch (error) {
    dispatch({ type: "not-connected", reason: failureOf(error) });
  }
};

const switching: Work<"wrong-network"> = async (run, dispatch, _, { isSwitching }) => {
  if (!isSwitching) return;
  try {
    await run.wallet?.switchToBase();
    const connection = run.wallet?.current();
    if (connection) dispatch({ type: "network", ...connection });
  } catch (error) {
    dispatch({ type: "not-switched", reason: failureOf(error) === "declined" ? "declined" : "cannot" });
  }
};

/** False after an event that leads to another state. */
function isStillThere(run: Run, dispatch: Dispatch, account: string): boolean {
  const connection = run.wallet?.current();
  if (!connection) dispatch({ type: "disconnected" });
  else if (connection.chainId !== BASE_CHAIN_ID) dispatch({ type: "network", ...connection });
  else if (connection.account !== account) dispatch({ type: "account", account: connection.account });
  else return true;
  return false;
}

const checking: Work<"checking"> = async (run, dispatch, signal, { account }) => {
  if (!isStillThere(run, dispatch, account)) return;
  run.copies = [];
  run.notePassed(["network"]);
  try {
    const { copies, missing, gaslessFrom, pausedReason } = await readCopies(signal);
    if (pausedReason !== null) return dispatch({ type: "pause", reason: pausedReason });
    const { differences, matching } = compareCopies(copies);
    if (differences.length === 0 && missing.length === 0 && !signal.aborted) {
      run.copies = copies.map(({ at }) => at);
      run.notePassed(["network", "address"]);
    }
    const payTo = copies[0]?.address as `0x${string}` | undefined;
    const balances = payTo && differences.length === 0 ? await run.wallet!.balances(account, payTo) : NOTHING;
    const canAuthorize = gaslessFrom !== null && run.flow.order.units >= gaslessFrom;
    dispatch({ type: "checked", facts: { differences, missing, matching, canAuthorize, ...balances } });
  } catch {
    dispatch({ type: "check-failed", what: "Your wallet did not answer when it was asked for the balance." });
  }
};

const NOTHING = { usdc: 0n, bridged: 0n, ether: 0n, etherNeeded: 0n };

const quoting: Work<"quoting"> = async (run, dispatch, signal, { account, method }) => {
  const { order } = run.flow;
  const key = run.quoteKey(`${order.units} ${account}`);
  const [offer, published] = await Promise.all([askForQuote({ order, sender: account, method, key }, signal), readCopies(signal)]);
  if (isOffer(offer) || offer.status !== null) run.forgetQuoteKey();
  if (published.pausedReason !== null) return dispatch({ type: "pause", reason: published.pausedReason });
  if (!isOffer(offer)) return dispatch({ type: "quote-refused", refused: refusedOf(offer), kind: refusalKind(offer) });
  const { differences } = compareCopies([...published.copies, offer.copy]);
  if (differences.length > 0) return dispatch({ type: "differs", differences });
  run.offer = offer;
  run.copies = [...published.copies, offer.copy].map(({ at }) => at);
  if (account === null) return dispatch({ type: "quoted", payment: offer.payment });
  try {
    run.prepared = await run.wallet!.prepare(account, offer.payment.quote);
    dispatch({ type: "quoted", payment: offer.payment });
  } catch (error) {
    dispatch({
      type: "unpayable",
      reason: error instanceof UnpayableError ? error.message : "Your wallet could not simulate the transfer.",
    });
  }
};

const review: Work<"review"> = (run, dispatch, signal, { payment }) => {
  const left = payment.quote.expiresAt - run.now();
  after(left - SEND_NEEDS_MS, signal, () => dispatch({ type: "urgency", urgency: "expiring" }));
  after(left, signal, () => dispatch({ type: "urgency", urgency: "expired" }));
};

const signing: Work<"signing"> = (_, dispatch, signal) => after(SLOW_WALLET_MS, signal, () => dispatch({ type: "slow" }));

const signingClaim: Work<"signing-claim"> = async (run, dispatch, signal, { request }) => {
  try {
    const wallet = await walletOf(run);
    const connection = wallet.current() ?? (await connectFirst(run, signal));
    dispatch({ type: "signed-claim", signature: await wallet.signText(connection.account, request.message) });
  } catch {
    dispatch({ type: "claim-declined" });
  }
};

/** After a reload no wallet is connected; the text is signed by the first one there is. */
async function connectFirst(run: Run, signal: AbortSignal) {
  const wallet = await walletOf(run);
  let first: string | undefined;
  const stop = wallet.watchOptions(([option]) => (first ??= option?.id));
  await new Promise((done) => setTimeout(done, NO_WALLET_MS));
  stop();
  if (first === undefined) throw new Error("No wallet was found.");
  return wallet.connect(first, { signal, onPairing: () => undefined });
}

const WORK: { [Name in Step]?: Work<Name> } = {
  choosing,
  connecting,
  "wrong-network": switching,
  checking,
  quoting,
  review,
  signing,
  pending: followTransfer,
  awaiting: awaitPayment,
  confirming: confirm,
  "signing-claim": signingClaim,
};

/** What is read, asked for or waited for while a state is at hand; it ends with the state. */
export function workOf(state: State): ((run: Run, dispatch: Dispatch, signal: AbortSignal) => Promise<void> | void) | null {
  const work = WORK[state.step] as Work | undefined;
  return work ? (run, dispatch, signal) => work(run, dispatch, signal, state) : null;
}
