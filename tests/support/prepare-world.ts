import { openDatabase } from "@/lib/server/start/open-database";
import { fillWorld } from "./fill-world";

/** Fills the configured database in a process of its own, as an operator's first hour would. */
const { db, close } = await openDatabase(process.cwd());
await fillWorld(db, (name, outcome) => process.stdout.write(`${name}: ${JSON.stringify(outcome)}\n`));
await close();
process.exit(0);
