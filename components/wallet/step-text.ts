import type { Flow, SigningRequest, State, StateOf, Step } from "@/lib/domain/money/purchase-flow/purchase-state";
import { hasNoneInstalled } from "@/lib/domain/money/purchase-flow/purchase-actions";
import { formatUsd } from "@/lib/domain/money/credits";
import { formatTime } from "@/lib/domain/pages/format";

export interface StepText {
  title: string;
  /** What it means, and what happens next. */
  lines: string[];
  /** Failures are read out at once; all else waits its turn. */
  tone: "plain" | "ok" | "warn" | "bad";
}

const plain = (title: string, ...lines: string[]): StepText => ({ title, lines, tone: "plain" });
const warn = (title: string, ...lines: string[]): StepText => ({ title, lines, tone: "warn" });
const bad = (title: string, ...lines: string[]): StepText => ({ title, lines, tone: "bad" });

const UNCONNECTED: Record<StateOf<"unconnected">["reason"], StepText> = {
  declined: plain("You declined the connection", "Nothing was asked of your wallet beyond that."),
  busy: plain("Your wallet already has a request open", "Open the wallet and answer it; then choose it again here."),
  locked: plain("Your wallet is locked", "Unlock it, then try again."),
  failed: warn("The wallet did not connect", "It gave no account. Open it and try again, or choose another one."),
};

const CHAIN_NAMES: Record<number, string> = {
  1: "Ethereum",
  10: "OP Mainnet",
  56: "BNB Chain",
  137: "Polygon",
  42161: "Arbitrum",
  84532: "Base Sepolia",
};

const NETWORK_NOTES = {
  declined: "You declined the switch.",
  cannot: "The wallet cannot switch by itself: choose Base in it, then check again.",
};

const WHY_SIGN: Record<SigningRequest["why"], string> = {
  late: "The payment came more than a day after its quote had ended.",
  early: "The payment is older than the quote.",
  "other-sender": "The payment came from another wallet than the quote names.",
  "other-amount": "The payment is not the amount of the quote, so the quote does not recognise it.",
  "paid-already": "Another transaction has paid this quote, so this one is credited to the wallet that sent it.",
  "memo-used": "These credits were collected before, and their token is in use.",
  "no-memo": "No quote of this page belongs to the payment.",
  "other-signer": "The signature was not of the wallet that paid: choose that account in your wallet, then sign again.",
};

const ether = (wei: bigint): string =>
  (Number(wei) / 1e18).toLocaleString("en-US", { maximumSignificantDigits: 2, maximumFractionDigits: 8 });

const floored = (units: bigint): string => formatUsd((units / 10_000n) * 10_000n);
const ceiled = (units: bigint): string => floored(units + 9_999n);

const PAIRING = plain("Connect the wallet on your phone", "Scan the code with it, and approve the connection there.");

const connecting = (isSlow: boolean): StepText =>
  plain(
    "Open your wallet and approve the connection",
    ...(isSlow ? ["No answer yet: look for a window of the wallet, or a mark on its icon in the browser's bar."] : []),
  );

type Texts = { [Name in Step]: (state: StateOf<Name>, flow: Flow) => StepText };

const BEFORE = {
  editing: () => plain("Buy credits"),
  paused: ({ reason }: StateOf<"paused">) => warn("Purchases are paused", reason, "Nothing was sent."),
  choosing: ({ wallets }: StateOf<"choosing">) =>
    hasNoneInstalled(wallets)
      ? plain(
          "No browser wallet was found",
          "Pay from a wallet on another device, from an exchange or by a script; or install a wallet in this browser and reload.",
        )
      : plain("Choose a wallet", "Connecting shows this page your address. It moves no funds."),
  connecting: ({ isSlow, pairing }: StateOf<"connecting">) => (pairing === null ? connecting(isSlow) : PAIRING),
  unconnected: ({ reason }: StateOf<"unconnected">) => UNCONNECTED[reason],
  "wrong-network": ({ chainId, note, isSwitching }: StateOf<"wrong-network">) =>
    plain(
      isSwitching ? "Approve the switch to Base in your wallet" : "Your wallet is on another network",
      `It is on ${CHAIN_NAMES[chainId] ?? `chain ${chainId}`}. Credits are paid on Base.`,
      ...(note === null ? [] : [NETWORK_NOTES[note]]),
    ),
  checking: () => plain("Checking before anything is sent", "Network, address to pay, your balance, and the fee."),
  "check-failed": ({ what }: StateOf<"check-failed">) => warn("The checks could not be made", what, "Nothing was sent."),
  "address-differs": () =>
    bad(
      "Do not send: the published details differ",
      "Places that must say the same about where to pay do not. One of them may have been tampered with. Nothing can be sent from this page.",
    ),
  "address-unchecked": ({ missing, matching }: StateOf<"address-unchecked">) =>
    warn(
      `${matching} of ${matching + missing.length} copies of the address were checked`,
      `Not reached: ${missing.join(", ")}. At least two must agree.`,
    ),
  "too-little-usdc": ({ balance, needed, bridged }: StateOf<"too-little-usdc">) =>
    plain(
      `You have ${floored(balance)} USDC on Base, and need up to ${ceiled(needed)}`,
      ...(bridged > 0n ? [`The ${floored(bridged)} USDbC in this wallet is bridged USDC: another token, which is not accepted.`] : []),
    ),
  "no-gas": ({ balance, needed, canAuthorize }: StateOf<"no-gas">) =>
    plain(
      `You need about ${ether(needed)} ETH on Base for the fee, and have ${balance === 0n ? "none" : ether(balance)}`,
      canAuthorize
        ? "You can sign the transfer instead: this service then sends it and pays the fee."
        : "Add a little ETH on Base, or pay from another wallet or an exchange.",
    ),
  quoting: () => plain("Getting your quote", "The amount is made unique, so that your payment is recognised by it."),
  "quote-refused": ({ refused, kind }: StateOf<"quote-refused">) =>
    warn(kind === "never" ? "No quote can be given" : "No quote was given", refused.message, "Nothing was sent."),
  unpayable: ({ reason }: StateOf<"unpayable">) => warn("The transfer would fail", reason, "It was only simulated: nothing was sent."),
} satisfies Partial<Texts>;

const SENDING = {
  review: ({ payment, urgency, isElsewhere }: StateOf<"review">) => {
    if (isElsewhere) return warn("Another tab is about to pay", "Finish or leave the payment there; Send then works here.");
    if (urgency === "expired") return warn("The quote has ended", "Get a new one: it takes a moment.");
    if (urgency === "expiring") return warn("The quote ends in less than two minutes", "Refresh it, so that the payment arrives in time.");
    return plain(`Send exactly ${formatUsd(payment.quote.units)} USDC`, "Compare every line with what your wallet will show.");
  },
  "account-changed": () => warn("Your wallet changed its account", "A quote is for the account that asked for it."),
  signing: ({ payment, isSlow, changed }: StateOf<"signing">) =>
    plain(
      "Confirm in your wallet",
      payment.method === "authorization"
        ? `It asks you to sign a transfer of ${formatUsd(payment.quote.units)} USDC to this address.`
        : `It shows a transfer of ${formatUsd(payment.quote.units)} USDC to this address.`,
      ...(changed === null ? [] : [`The wallet's ${changed} changed meanwhile: decline there if you are not sure.`]),
      ...(isSlow ? ["No answer for a minute: look for a window of the wallet."] : []),
    ),
  declined: () => plain("You declined. Nothing was sent.", "Another attempt gets a new quote."),
  unsure: ({ message }: StateOf<"unsure">) =>
    warn(
      "It is not known whether the wallet sent the payment",
      ...(message === null ? [] : [`The reason given: ${message}`]),
      "If you approved it, the payment is found by its amount. Check before you pay again.",
    ),
  pending: ({ isSlow, isRepriced }: StateOf<"pending">) =>
    plain(
      isRepriced ? "Sped up in your wallet, on its way" : "On its way",
      isSlow
        ? "This takes longer than usual. Where a wallet has several owners, it is sent once enough of them have signed there."
        : "Base makes a block every two seconds.",
      "You may leave: this browser remembers the payment.",
    ),
  dropped: ({ checkedAt }: StateOf<"dropped">) =>
    warn(
      "The network no longer knows this transaction",
      `Your USDC was not moved, as far as could be seen at ${formatTime(new Date(checkedAt).toISOString())}. Should it arrive after all, it is credited.`,
      "Where a wallet has several owners, it may still wait for their signatures: the payment is then found by its amount.",
    ),
  cancelled: () => plain("You cancelled this payment. Nothing was paid."),
  replaced: () => warn("Another transaction took its place", "If that one paid as well, the payment is found by its amount."),
  reverted: () => warn("The transfer was undone on the chain", "No USDC was moved; only the network's fee was spent."),
} satisfies Partial<Texts>;

function depth({ confirmations, required }: { confirmations: number | null; required: number | null }): string {
  if (confirmations === null || confirmations === 0) return "Waiting until the payment is seen in a block.";
  return required === null
    ? "In a block; waiting until it is final, which takes some minutes."
    : `${confirmations} of ${required} blocks deep.`;
}

const NEVER_PAID = warn(
  "The quote is over, and no payment of its amount came",
  'If you paid later or another amount, go back and choose "I already paid": the wallet that paid signs for its credits.',
);

const CREDITING = {
  awaiting: (state: StateOf<"awaiting">) =>
    plain(
      state.confirmations ? "Your payment was seen" : "Waiting for your payment",
      ...(state.confirmations ? [depth(state)] : []),
      "This page asks by itself. You may close it: this browser remembers the quote.",
    ),
  confirming: (state: StateOf<"confirming">) => plain("Asking the service to credit your payment", depth(state)),
  stalled: ({ refused }: StateOf<"stalled">) =>
    warn("Not credited yet", refused.message, "Do not pay again: the payment stays remembered in this browser."),
  "must-sign": ({ request, isDeclined }: StateOf<"must-sign">) =>
    plain(
      "Sign with the wallet that paid",
      WHY_SIGN[request.why],
      "Signing costs nothing and moves no funds.",
      ...(isDeclined ? ["The text was not signed."] : []),
    ),
  "signing-claim": () => plain("Sign the text in your wallet", "It names this service and the transaction."),
  "not-credited": ({ claim, refused, contact }: StateOf<"not-credited">) =>
    claim.hash === null && refused.code === "quote_expired"
      ? NEVER_PAID
      : bad(
          "The service did not credit this payment",
          refused.message,
          contact === null ? "The details below say which payment it is." : `Write to ${contact} with the details below.`,
        ),
  credited: ({ credit }: StateOf<"credited">) => ({
    title: `${credit.credits.toLocaleString("en-US")} credits are yours`,
    lines: [],
    tone: "ok" as const,
  }),
} satisfies Partial<Texts>;

const TEXTS: Texts = { ...BEFORE, ...SENDING, ...CREDITING };

export const textOfStep = (flow: Flow): StepText => (TEXTS[flow.state.step] as (state: State, flow: Flow) => StepText)(flow.state, flow);
