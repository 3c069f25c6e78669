import { readFileSync } from "node:fs";
import { ConfigurationError } from "@/lib/config/env";

/**
 * Parses a list with an address per line; `#` starts a comment. An invalid line throws, because
 * ignoring it would let a sanctioned wallet pay.
 */
export function parseSanctionsList(text: string, file: string): ReadonlySet<string> {
  const wallets = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const wallet = line.replace(/#.*/, "").trim();
    if (wallet === "") continue;
    if (!/^0x[0-9a-fA-F]{40}$/.test(wallet)) {
      throw new ConfigurationError(
        `SANCTIONS_LIST_FILE: line ${index + 1} of ${file} is not an address. Give one address of 0x and 40 hex digits a line; # starts a comment.`,
      );
    }
    wallets.add(wallet.toLowerCase());
  }
  return wallets;
}

export function readSanctionsList(file: string): ReadonlySet<string> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigurationError(
      `SANCTIONS_LIST_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown fault"}). Give the path of a file with one address a line.`,
    );
  }
  return parseSanctionsList(text, file);
}
