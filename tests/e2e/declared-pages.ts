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

/** What the site declares, as its own code prints it. */
export const declaredPages: readonly DeclaredPage[] = JSON.parse(
  execFileSync(process.execPath, ["--import", "tsx", "tests/support/print-pages.ts"], { encoding: "utf8" }),
);

export const publicPages: readonly DeclaredPage[] = declaredPages.filter(({ audience }) => audience === "public");
