import { createInterface } from "node:readline/promises";
import { CommandError } from "@/lib/command-error";

/** Only the word itself goes on; without a terminal nobody can be asked, so the option must say it. */
export async function confirm(question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new CommandError(`${question}\nNothing was changed. Say --yes to go on without being asked.`);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`${question}\nType yes to go on: `).finally(() => prompt.close());
  if (answer.trim().toLowerCase() !== "yes") throw new CommandError("Nothing was changed.");
}
