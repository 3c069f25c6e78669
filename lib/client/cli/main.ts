import process from "node:process";
import { runAed } from "./program";

declare const AED_BASE_URL: string | undefined;

process.exitCode = await runAed(process, typeof AED_BASE_URL === "string" ? AED_BASE_URL : undefined);
