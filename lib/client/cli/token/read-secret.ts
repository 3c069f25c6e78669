import { usageFault } from "../exit-codes";
import type { Host } from "../output/terminal";

const MOST_BYTES = 4_096;
const ENTER = /[\r\n]/;
const INTERRUPT = "\u0003";
const BACKSPACES = "\u0008\u007f";

/** Reads what is piped to the program, which is no more than `what` can be. */
export async function readPiped({ stdin }: Pick<Host, "stdin">, what: string, mostBytes = MOST_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    bytes += (chunk as Uint8Array).length;
    if (bytes > mostBytes) throw usageFault(`More came by stdin than ${what} has.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks for a secret on a terminal, which does not show what is typed. Null where it was interrupted. */
export function askSecretly({ stdin, stderr }: Pick<Host, "stdin" | "stderr">, question: string): Promise<string | null> {
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.resume();
  stdin.setEncoding("utf8");
  return new Promise((resolve) => {
    let typed = "";
    const end = (answer: string | null): void => {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      resolve(answer);
    };
    const read = (text: string): void => {
      for (const character of text) {
        if (character === INTERRUPT) return end(null);
        if (ENTER.test(character)) return end(typed);
        typed = BACKSPACES.includes(character) ? typed.slice(0, -1) : (typed + character).slice(0, MOST_BYTES);
      }
    };
    stdin.on("data", read);
  });
}
