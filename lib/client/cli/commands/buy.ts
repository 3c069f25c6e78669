import { join } from "node:path";
import type { ErrorCode } from "../../api-types";
import { ServiceError } from "../../errors";
import { CommandFailure, usageFault } from "../exit-codes";
import { safeText } from "../output/safe-text";
import { facts } from "../output/table";
import type { Context } from "../context";
import { readPrivateJson, removePrivate, userFolder, writePrivate } from "../token/private-file";
import { findToken, storeToken, tokenFile } from "../token/stored-tokens";
import { minute, numberBetween, type AddCommand } from "./command";

interface Options {
  wallet?: string;
  collect?: boolean;
  tx?: string;
}

/** A quote that waits for its payment. The memo is a secret: who has it can collect the credits. */
interface Quote {
  base_url: string;
  memo: string;
  expires_at: string;
}

/** A payment counts until a day after its quote; nobody should lose one that is collected late. */
const KEPT_MS = 30 * 86_400_000;

/** What the service answers for a quote that this payment is not for. */
const UNPAID: ReadonlySet<string> = new Set<ErrorCode>([
  "tx_not_confirmed",
  "quote_expired",
  "quote_not_found_or_expired",
  "sender_mismatch",
  "verification_failed",
]);

const quotesFile = ({ host }: Context): string => join(userFolder(host, "config"), "quotes.json");

/** Quotes of every address that were not collected, the newest first. */
async function readQuotes(context: Context): Promise<Quote[]> {
  const { quotes } = ((await readPrivateJson(quotesFile(context), context.host)) ?? {}) as { quotes?: Quote[] };
  return (quotes ?? []).filter(({ expires_at: end }) => Date.parse(end) > Date.now() - KEPT_MS);
}

const writeQuotes = (context: Context, quotes: readonly Quote[]): Promise<void> =>
  quotes.length === 0
    ? removePrivate(quotesFile(context))
    : writePrivate(quotesFile(context), `${JSON.stringify({ version: 1, quotes }, null, 2)}\n`);

async function askQuote(context: Context, amount: number, wallet: string | undefined, name: string): Promise<void> {
  const { terminal, baseUrl } = context;
  const others = await readQuotes(context);
  const { data } = await context.open().POST("/api/payment/buy-credits", {
    body: { amount_usd: amount, ...(wallet === undefined ? {} : { sender_wallet: wallet }) },
  });
  await writeQuotes(context, [{ base_url: baseUrl, memo: data.memo, expires_at: data.expires_at }, ...others]);
  const { memo: _memo, gasless: _gasless, ...shown } = data;
  const pairs = [
    ["send exactly", `${data.amount} ${data.currency} on ${data.network}`],
    ["to", data.wallet],
    ["token contract", data.contract],
    ["for", `${data.credits} credits`],
    ["until", `${minute(data.expires_at)} UTC`],
    ["or open", data.payment_uri],
  ] as const;
  const isWide = { ...terminal.view, width: Number.MAX_SAFE_INTEGER };
  terminal.answer(name, { ...shown, memo_file: quotesFile(context) }, [
    // An address is never cut: what is cut cannot be compared.
    ...facts(pairs, isWide),
    "",
    `Compare the address with ${baseUrl}/llms.txt first. Then: aed buy --collect`,
    safeText(data.refund),
  ]);
}

/** Confirms the first of the quotes that was paid. Without one the newest quote's refusal says why. */
async function confirm(context: Context, quotes: readonly Quote[], tx: string | undefined) {
  const client = await context.withToken();
  let refusal: unknown = null;
  for (const quote of quotes) {
    try {
      const body = { nonce: quote.memo, ...(tx === undefined ? {} : { tx_hash: tx }) };
      return { quote, data: (await client.POST("/api/payment/confirm", { body })).data };
    } catch (error) {
      if (!(error instanceof ServiceError) || !UNPAID.has(error.code)) throw error;
      refusal ??= error;
    }
  }
  throw (
    refusal ??
    new CommandFailure("not_found", "no_purchase", `No purchase of ${context.baseUrl} waits here.`, "`aed buy <usd>` begins one.")
  );
}

/** Tops up the account of the token that is there; without one the new token is stored, never shown. */
async function collect(context: Context, tx: string | undefined, name: string): Promise<void> {
  const { terminal, host, baseUrl } = context;
  const quotes = await readQuotes(context);
  terminal.working("Looking for the payment…");
  const hasToken = (await findToken(host, baseUrl)) !== null;
  const { quote, data } = await confirm(
    context,
    quotes.filter((one) => one.base_url === baseUrl),
    tx,
  );
  const { token, ...shown } = data;
  if (token !== undefined) await storeToken(host, baseUrl, token);
  await writeQuotes(
    context,
    quotes.filter((one) => one !== quote),
  );
  const stored = token === undefined ? null : tokenFile(host);
  const where = hasToken ? "added to your account" : `their token is stored in ${stored ?? "no file"}`;
  terminal.answer(name, { ...shown, token_file: stored }, [`${data.credits} credits, ${where}.`, safeText(data.refund)]);
}

export const addBuy: AddCommand = (program, run) => {
  program
    .command("buy")
    .description("buy credits with USDC: first a quote, then collect what was paid")
    .argument("[usd]", "amount in USD, 0.5 to 10000")
    .option("--wallet <address>", "only this wallet's payment counts")
    .option("--collect", "collect the credits of a quote that was paid")
    .option("--tx <hash>", "with --collect: the transaction, where you know it")
    .action(
      run<Options>(async (context, args, { wallet, collect: isCollecting, tx }, name) => {
        const [usd] = args;
        if (isCollecting) return collect(context, tx, name);
        if (usd === undefined) throw usageFault("How many USD is not said.", "`aed buy 5`, or `aed buy --collect` for what was paid.");
        return askQuote(context, numberBetween(0.5, 10_000, { isWhole: false })(usd), wallet, name);
      }),
    );
};
