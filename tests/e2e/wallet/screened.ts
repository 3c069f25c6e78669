import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountAt } from "../../support/money/chain";

/** A wallet that the server of the browser tests may not deal with. */
export const SCREENED = accountAt(8);

/** Writes the list that holds it; gives the file. */
export function writeScreenedWallets(folder: string): string {
  const file = join(folder, "screened-wallets");
  writeFileSync(file, `${SCREENED.address}\n`);
  return file;
}
