import { mintToken } from "@/lib/money/base/access-token";
import type { ImportResult, MintedToken, OperatorRevocation, ShownToken } from "@/lib/money/tokens/token-commands";
import { CommandError } from "@/lib/config/command-error";
import { printSecret } from "@/lib/config/guard-output";
import { administer } from "./administer";
import { print, readCommandLine, wholeNumber } from "./command-line";
import { readTokensFile } from "./read-tokens-file";
import { runCommandLine } from "./run-command-line";
import { textTable } from "./text-table";

const USAGE = [
  "Usage: npm run token -- mint --credits N --name X   a token of a new account",
  "                        mint --account N --name X   one more token of that account",
  "                        list | rotate <id>",
  "                        revoke <id>                 a token and those that it created",
  "                        revoke --account N          all tokens and sessions of that account",
  "                        import --file F             tokens from before the ledger: JSON lines or CSV {token, balance, created?}",
].join("\n");

/** Keeps one command below the control socket's body limit. */
const BATCH_SIZE = 200;

/** Created here, so that only this terminal ever sees the token. */
function freshToken() {
  const { token, row } = mintToken("", "minted");
  return { token, stored: { hash: row.hash, head: row.head, tail: row.tail } };
}

async function mint({ credits, name, account }: Record<string, string>): Promise<void> {
  const { token, stored } = freshToken();
  const args = { name, credits: wholeNumber("credits", credits), account: wholeNumber("account", account), stored };
  const { id, account: owner, balance } = await administer<MintedToken>("tokens.mint", args);
  printSecret(`${token}\n`);
  print(`Token ${id} of account ${owner}, ${balance} credits. It is shown this once.`);
}

const STATES = {
  active: () => "in use",
  grace: (until: string | null) => `replaced, spends until ${until}`,
  suspended: () => "suspended",
  ended: (since: string | null) => `revoked ${since}`,
};

async function list(): Promise<void> {
  const tokens = await administer<ShownToken[]>("tokens.list");
  if (tokens.length === 0) return print("There are no tokens.");
  const rows = tokens.map((token) => [
    String(token.id),
    String(token.account),
    token.mark,
    token.name,
    token.origin,
    String(token.balance),
    token.created,
    STATES[token.state](token.revoked),
  ]);
  return print(textTable([["id", "account", "token", "name", "origin", "credits", "created", "state"], ...rows]));
}

async function revoke(args: { id: number | undefined } | { account: number | undefined }): Promise<void> {
  const { balance, ended } = await administer<OperatorRevocation>("tokens.revoke", args);
  const which =
    ended.length === 1
      ? `Token ${ended[0]} is not`
      : ended.length === 0
        ? "No token was in use, and none is"
        : `Tokens ${ended.join(", ")} are not`;
  print(`${which} accepted any more. The account keeps ${balance} credits.`);
}

async function rotate(id: number): Promise<void> {
  const { token, stored } = freshToken();
  await administer("tokens.rotate", { id, stored });
  printSecret(`${token}\n`);
  print(`It replaces token ${id}, which is not accepted any more. It is shown this once.`);
}

async function importFile(file: string): Promise<void> {
  const tokens = readTokensFile(file);
  const sum: ImportResult = { imported: 0, known: 0 };
  for (let from = 0; from < tokens.length; from += BATCH_SIZE) {
    const { imported, known } = await administer<ImportResult>("tokens.import", { tokens: tokens.slice(from, from + BATCH_SIZE) });
    sum.imported += imported;
    sum.known += known;
  }
  print(`${sum.imported} tokens imported, ${sum.known} were known and stay as they are.`);
}

await runCommandLine(USAGE, async () => {
  const { verb, rest, options } = readCommandLine(["credits", "name", "account", "file"], USAGE);
  const [id] = rest;
  const optionNames = Object.keys(options).join(" ");
  if (verb === "mint" && rest.length === 0 && options.file === undefined) return mint(options);
  if (verb === "list" && rest.length === 0 && optionNames === "") return list();
  if (verb === "import" && rest.length === 0 && optionNames === "file") return importFile(options.file ?? "");
  if (verb === "revoke" && rest.length === 0 && optionNames === "account") {
    return revoke({ account: wholeNumber("account", options.account) });
  }
  if (verb === "revoke" && rest.length === 1 && optionNames === "") return revoke({ id: wholeNumber("id", id) });
  if (verb === "rotate" && rest.length === 1 && optionNames === "") return rotate(wholeNumber("id", id) ?? 0);
  throw new CommandError(USAGE);
});
