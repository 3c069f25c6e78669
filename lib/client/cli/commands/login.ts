import { CommandFailure, usageFault } from "../exit-codes";
import { askSecretly, readPiped } from "../token/read-secret";
import { checkedToken, forgetToken, storeToken, tokenFile } from "../token/stored-tokens";
import type { Context } from "../context";
import type { AddCommand } from "./command";

interface Options {
  stdin?: boolean;
}

async function readToken({ host }: Context, isPiped: boolean): Promise<string> {
  if (isPiped) return checkedToken(await readPiped(host, "a token"));
  if (!host.stdin.isTTY || !host.stderr.isTTY) {
    throw usageFault("There is no terminal to ask for the token on.", "Pipe it: `aed login --stdin < file`, or set AED_TOKEN.");
  }
  const typed = await askSecretly(host, "Token (not shown): ");
  if (typed === null) throw new CommandFailure("usage", "interrupted", "Nothing was stored.");
  return checkedToken(typed);
}

export const addLogin: AddCommand = (program, run) => {
  program
    .command("login")
    .description("store a token for this address, in a file that only you can read")
    .option("--stdin", "read the token from stdin")
    .action(
      run<Options>(async (context, _args, { stdin: isPiped = false }, name) => {
        const { host, baseUrl, terminal } = context;
        const token = await readToken(context, isPiped);
        // A token that the service does not accept is not worth a file.
        const client = await context.withToken(token);
        const { data } = await client.GET("/api/payment/balance");
        await storeToken(host, baseUrl, token);
        const file = tokenFile(host);
        const { balance } = data;
        terminal.answer(name, { base_url: baseUrl, balance, file }, [`Stored in ${file}. The account has ${balance} credits.`]);
      }),
    );
};

export const addLogout: AddCommand = (program, run) => {
  program
    .command("logout")
    .description("forget the stored token of this address; the token itself stays in force")
    .action(
      run(async ({ host, baseUrl, terminal }, _args, _options, name) => {
        const hadToken = await forgetToken(host, baseUrl);
        terminal.answer(name, { base_url: baseUrl, forgotten: hadToken }, [
          hadToken ? `The token of ${baseUrl} is forgotten.` : `No token of ${baseUrl} was stored.`,
        ]);
      }),
    );
};
