import { execFileSync } from "node:child_process";

interface DeclaredPage {
  path: string;
  title: string;
  label: string | null;
  audience: "public" | "personal";
  /** Their paths, the main one first. */
  endpoints: string[];
  /** One address of the page, with data behind it. */
  address: string;
  /** The request of the main endpoint at that address. */
  main: { method: string; target: string };
}

const print = (): string => execFileSync(process.execPath, ["--import", "tsx", "tests/support/print-pages.ts"], { encoding: "utf8" });

/** What the site declares, as its own code prints it: once, because workers inherit the environment of the process that starts them. */
const printed = (process.env.DECLARED_PAGES ??= print());

export const declaredPages: readonly DeclaredPage[] = JSON.parse(printed);

export const publicPages: readonly DeclaredPage[] = declaredPages.filter(({ audience }) => audience === "public");
