import type { LedgerCheck } from "@/db/queries/money/ledger/ledger-check";
import type { ShownDispute } from "@/lib/money/purchase/dispute-commands";
import type { Grant, ShownAccount } from "@/lib/money/tokens/ledger-commands";
import { CommandError } from "@/lib/config/command-error";
import { formatUsd } from "@/lib/domain/money/credits";
import { administer } from "./administer";
import { print, readCommandLine, wholeNumber } from "./command-line";
import { runCommandLine } from "./run-command-line";
import { textTable } from "./text-table";

const USAGE = [
  "Usage: npm run ledger -- verify                                 recompute every balance from the journal; exits with 1 on a fault",
  "                         show --account N                       the newest movements of an account",
  '                         grant --account N --credits N --note "why"   give credits to an account',
  '                         refund --transaction N --note "why"    give the charge of a call back, once; purchases are non-refundable',
  "                         disputes                               purchases that two parties claim, and that wait for you",
  '                         resolve --dispute N --for payer|memo --note "why"   give a disputed purchase to the wallet that paid, or back to the holder of the memo, once',
].join("\n");

const usd = (units: number): string => `${formatUsd(BigInt(units))} USDC`;

function report({ transactions, accounts, credits, units, faults }: LedgerCheck): string {
  const sums = textTable([
    ["transactions", String(transactions)],
    ["accounts", String(accounts)],
    ["credits of customers", `${credits.customers}, of which ${credits.held} are held by calls under way`],
    ["credits given out", `${credits.sold} by purchases, grants and imports`],
    ["credits used", String(credits.used)],
    [
      "credits owed to us",
      `${credits.receivable}, from purchases whose block left the chain, or that somebody else had spent when their payer got them`,
    ],
    ["received", `${usd(units.received)}: ${usd(units.sales)} for credits, ${usd(units.unclaimed)} unclaimed`],
  ]);
  if (faults.length === 0) return `${sums}\nThe books balance.`;
  return `${sums}\nThe books do not balance:\n${faults.map((fault) => `  ${fault}`).join("\n")}`;
}

async function verify(): Promise<number> {
  const check = await administer<LedgerCheck>("ledger.verify");
  print(report(check));
  return check.faults.length === 0 ? 0 : 1;
}

async function show(account: string | undefined): Promise<void> {
  const { balance, held, entries } = await administer<ShownAccount>("ledger.show", { account: wholeNumber("account", account) });
  print(`Account ${account}: ${balance} credits to spend, ${held} held by calls under way.`);
  const rows = entries.map((entry) => [
    String(entry.transaction),
    entry.at,
    entry.kind,
    String(entry.credits),
    entry.reversedBy === null ? "" : `taken back by ${entry.reversedBy}`,
    entry.reference,
    entry.note ?? "",
  ]);
  print(textTable([["transaction", "at", "kind", "credits", "", "reference", "note"], ...rows]));
}

async function grant({ account, credits, note }: Record<string, string>): Promise<void> {
  const { transaction, balance } = await administer<Grant>("ledger.grant", {
    account: wholeNumber("account", account),
    credits: wholeNumber("credits", credits),
    note,
  });
  print(`Granted by transaction ${transaction}. The account has ${balance} credits now.`);
}

async function refund({ transaction, note }: Record<string, string>): Promise<void> {
  const written = await administer<{ transaction: number }>("ledger.refund", {
    transaction: wholeNumber("transaction", transaction),
    note,
  });
  print(`Transaction ${transaction} is refunded by transaction ${written.transaction}.`);
}

async function disputes(): Promise<void> {
  const open = await administer<ShownDispute[]>("ledger.disputes");
  if (open.length === 0) return print("No purchase is disputed.");
  print("The wallet that paid claims these by its signature, after the memo of a quote had collected them:");
  const rows = open.map(({ dispute, openedAt, txHash, payer, account, heldCredits }) => [
    String(dispute),
    openedAt,
    txHash,
    payer,
    String(account),
    String(heldCredits),
  ]);
  print(textTable([["dispute", "since", "transaction", "paid by", "collected in account", "credits held"], ...rows]));
}

async function resolve({ dispute, for: party, note }: Record<string, string>): Promise<void> {
  await administer("ledger.resolve", { dispute: wholeNumber("dispute", dispute), for: party, note });
  print(
    `Dispute ${dispute} is resolved for ${party === "payer" ? "the wallet that paid: its signature collects the credits at POST /api/payment/confirm" : "the holder of the memo: the credits that were held are back in that account"}.`,
  );
}

const hasOnly = (options: Record<string, string>, ...names: string[]): boolean =>
  Object.keys(options).every((name) => names.includes(name));

await runCommandLine(USAGE, async () => {
  const { verb, rest, options } = readCommandLine(["account", "credits", "note", "transaction", "dispute", "for"], USAGE);
  const optionNames = Object.keys(options).toSorted().join(" ");
  if (rest.length > 0) throw new CommandError(USAGE);
  if (verb === "verify" && optionNames === "") return verify();
  if (verb === "show" && optionNames === "account") return show(options.account);
  if (verb === "disputes" && optionNames === "") return disputes();
  if (verb === "grant" && hasOnly(options, "account", "credits", "note")) return grant(options);
  if (verb === "refund" && hasOnly(options, "transaction", "note")) return refund(options);
  if (verb === "resolve" && hasOnly(options, "dispute", "for", "note")) return resolve(options);
  throw new CommandError(USAGE);
});
