// @ts-check
import { spawnSync } from "node:child_process";

/** @param {"pages" | "lighthouse"} name */
export const benchPages = (name) =>
  spawnSync(process.execPath, ["--import", "tsx", `tests/bench/pages/${name}.ts`], { stdio: ["ignore", "inherit", "inherit"] }).status ===
  0;
