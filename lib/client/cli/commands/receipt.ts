import { readFile } from "node:fs/promises";
import { verifyReceipt, type PublicKey } from "../../receipts";
import type { Context } from "../context";
import { CommandFailure, usageFault } from "../exit-codes";
import { facts } from "../output/table";
import type { AddCommand } from "./command";

interface Options {
  keys?: string;
}

const MOST_BYTES = 8 * 1024 * 1024;

/** The JSON of a file, or of stdin for `-`. */
async function readJson({ host }: Context, path: string): Promise<object> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (path === "-") {
    for await (const chunk of host.stdin) {
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_BYTES) throw usageFault("More came by stdin than an answer has.");
      chunks.push(chunk as Buffer);
    }
  }
  const text = path === "-" ? Buffer.concat(chunks).toString("utf8") : await readText(path);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // What is no JSON gets the same answer as JSON that is no object.
  }
  throw usageFault(`${path === "-" ? "What came by stdin" : path} is no JSON object.`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandFailure("not_found", "file_unreadable", `${path} cannot be read: ${(error as Error).message}`);
  }
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
        const lines = verdict.isValid
          ? facts(
              [
                ["valid", "yes"],
                ["key", verdict.keyId],
              ],
              terminal.view,
            )
          : facts(
              [
                ["valid", "no"],
                ["fault", verdict.fault],
                ["why", verdict.reason],
              ],
              terminal.view,
            );
        const { isValid, ...rest } = verdict;
        terminal.answer(name, { valid: isValid, ...rest }, lines);
        return isValid ? "ok" : "found";
      }),
    );
};
