import { execFileSync } from "node:child_process";

interface DeclaredPage {
  path: string;
  title: string;
  label: string | null;
  audience: "public" | "personal";
  /** Their paths, the main one first. */
  endpoints: string[];
  /** An address of the page, with data behind it. */
  address: string;
  /** The request of the main endpoint at that address. */
  main: { method: string; target: string };
}

const print = (): string => execFileSync(process.execPath, ["--import", "tsx", "tests/support/print-pages.ts"], { encoding: "utf8" });

/**
 * The site's declarations, as its own code prints them. They are printed once, because workers inherit
 * the starting process's environment.
 */
const printed = (process.env.DECLARED_PAGES ??= print());

export const declaredPages: readonly DeclaredPage[] = JSON.parse(printed);

export const publicPages: readonly DeclaredPage[] = declaredPages.filter(({ audience }) => audience === "public");
