import { Argument, type Command } from "commander";
import { completionScript, SHELLS, type Shell } from "../completion";
import { addBest } from "./best";
import { addBill } from "./bill";
import { addBuy } from "./buy";
import { addChanges } from "./changes";
import { addCheck } from "./check";
import type { AddCommand, Runner } from "./command";
import { addCompare, addCost } from "./compare";
import { addCve } from "./cve";
import { addLogin, addLogout } from "./login";
import { addModels } from "./models";
import { addNews } from "./news";
import { addReceipt } from "./receipt";
import { addModel, addResolve } from "./resolve";
import { addRetirements } from "./retirements";
import { addStatus } from "./status";
import { addWatch } from "./watch";

const addCompletion: AddCommand = (program, run) => {
  program
    .command("completion")
    .description("print the script that completes command lines in a shell")
    .addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
    .action(run(async ({ terminal }, [shell]) => terminal.raw(completionScript(program, shell as Shell))));
};

/** The commands in the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addModels,
  addModel,
  addResolve,
  addBest,
  addCompare,
  addCost,
  addBill,
  addStatus,
  addNews,
  addChanges,
  addRetirements,
  addCheck,
  addCve,
  addWatch,
  addReceipt,
  addLogin,
  addLogout,
  addBuy,
  addCompletion,
];

export function addCommands(program: Command, run: Runner): void {
  for (const add of COMMANDS) add(program, run);
}
