import { readFile } from "node:fs/promises";
import { verifyReceipt, type PublicKey } from "../../receipts";
import type { Context } from "../context";
import { usageFault } from "../exit-codes";
import { jsonObject } from "../json-object";
import { facts } from "../output/table";
import { readPiped } from "../token/read-secret";
import type { AddCommand } from "./command";

interface Options {
  keys?: string;
}

const MOST_BYTES = 8 * 1024 * 1024;

/** The JSON of a file, or of stdin for `-`. */
async function readJson({ host }: Context, path: string): Promise<object> {
  if (path === "-" && host.stdin.isTTY) {
    throw usageFault("No receipt comes by stdin.", "Name a file, or pipe an answer: `aed best code --top 3 | aed receipt verify`.");
  }
  const text = path === "-" ? await readPiped(host, "an answer", MOST_BYTES) : await readFile(path, "utf8");
  const json = jsonObject(text);
  if (json !== null) return json;
  throw usageFault(`${path === "-" ? "What came by stdin" : path} is no JSON object.`);
}

/** Keys of a saved set, or those that the service publishes. */
async function readKeys(context: Context, path: string | undefined): Promise<PublicKey[]> {
  const set = path === undefined ? (await context.open().GET("/.well-known/jwks.json")).data : await readJson(context, path);
  const { keys } = set as { keys?: unknown };
  if (Array.isArray(keys)) return keys as PublicKey[];
  throw usageFault(`${path ?? "The set of keys"} has no list of \`keys\`.`);
}

/** Answers of this program hold the service's under `data`. */
function answerIn(json: object): object {
  const { schema_version: version, data } = json as { schema_version?: unknown; data?: unknown };
  return version === undefined || typeof data !== "object" || data === null || !("receipt" in data) ? json : data;
}

export const addReceipt: AddCommand = (program, run) => {
  program
    .command("receipt")
    .description("check receipts of paid calls")
    .command("verify")
    .description("check a receipt, or a paid answer with its receipt, on this machine")
    .argument("[file]", "file of JSON; - reads stdin", "-")
    .option("--keys <file>", "the service's keys, saved from /.well-known/jwks.json, so that nothing is asked")
    .action(
      run<Options>(async (context, args, { keys }, name) => {
        const { terminal } = context;
        const answer = answerIn(await readJson(context, args[0] ?? "-"));
        const verdict = await verifyReceipt(answer, await readKeys(context, keys));
        const { isValid, ...rest } = verdict;
        const pairs = verdict.isValid
          ? ([
              ["valid", "yes"],
              ["key", verdict.keyId],
            ] as const)
          : ([
              ["valid", "no"],
              ["fault", verdict.fault],
              ["why", verdict.reason],
            ] as const);
        terminal.answer(name, { valid: isValid, ...rest }, facts(pairs, terminal.view));
        return isValid ? "ok" : "found";
      }),
    );
};
