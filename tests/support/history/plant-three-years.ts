import { openDatabase } from "@/lib/server/start/open-database";
import { plantThreeYears } from "./three-years";

/** Plants three years into the database of this process's configuration. */
const { db, close } = await openDatabase(process.cwd());
await plantThreeYears(db);
await close();
