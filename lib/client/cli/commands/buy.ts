import { join } from "node:path";
import { CommandFailure, usageFault } from "../exit-codes";
import { safeText } from "../output/safe-text";
import { facts } from "../output/table";
import type { Context } from "../context";
import { configFolder, readPrivate, removePrivate, writePrivate } from "../token/private-file";
import { findToken, storeToken, tokenFile } from "../token/stored-tokens";
import { minute, numberBetween, type AddCommand } from "./command";

interface Options {
  wallet?: string;
  collect?: boolean;
  tx?: string;
}

/** A purchase that waits for its payment. The memo is a secret: who has it can collect the credits. */
interface Pending {
  base_url: string;
  memo: string;
  amount: string;
}

const pendingFile = ({ host }: Context): string => join(configFolder(host), "purchase.json");

async function quote(context: Context, amount: number, wallet: string | undefined, name: string): Promise<void> {
  const { terminal, host, baseUrl } = context;
  const { data } = await context.open().POST("/api/payment/buy-credits", {
    body: { amount_usd: amount, ...(wallet === undefined ? {} : { sender_wallet: wallet }) },
  });
  const pending: Pending = { base_url: baseUrl, memo: data.memo, amount: data.amount };
  await writePrivate(pendingFile(context), `${JSON.stringify(pending, null, 2)}\n`);
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
  terminal.answer(name, { ...shown, memo_file: pendingFile(context), config_folder: configFolder(host) }, [
    // An address is never cut: what is cut cannot be compared.
    ...facts(pairs, isWide),
    "",
    `Compare the address with ${baseUrl}/llms.txt first. Then: aed buy --collect`,
    safeText(data.refund),
  ]);
}

async function readPending(context: Context): Promise<Pending> {
  const text = await readPrivate(pendingFile(context), context.host);
  const pending = text === null ? null : (JSON.parse(text) as Pending);
  if (pending?.base_url === context.baseUrl) return pending;
  throw new CommandFailure("not_found", "no_purchase", `No purchase of ${context.baseUrl} waits here.`, "`aed buy <usd>` begins one.");
}

/** Tops up the account of the token that is there; without one the new token is stored, never shown. */
async function collect(context: Context, tx: string | undefined, name: string): Promise<void> {
  const { terminal, host, baseUrl } = context;
  const { memo } = await readPending(context);
  terminal.working("Looking for the payment…");
  const hasToken = (await findToken(host, baseUrl)) !== null;
  const client = await context.withToken();
  const { data } = await client.POST("/api/payment/confirm", { body: { nonce: memo, ...(tx === undefined ? {} : { tx_hash: tx }) } });
  const { token, ...shown } = data;
  if (token !== undefined) await storeToken(host, baseUrl, token);
  await removePrivate(pendingFile(context));
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
    .option("--collect", "collect the credits of the quote that was paid")
    .option("--tx <hash>", "with --collect: the transaction, where you know it")
    .action(
      run<Options>(async (context, args, { wallet, collect: isCollecting, tx }, name) => {
        const [usd] = args;
        if (isCollecting) return collect(context, tx, name);
        if (usd === undefined) throw usageFault("How many USD is not said.", "`aed buy 5`, or `aed buy --collect` for what was paid.");
        return quote(context, numberBetween(0.5, 10_000, { isWhole: false })(usd), wallet, name);
      }),
    );
};
