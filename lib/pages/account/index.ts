import type { AnyPage } from "../define";
import { accountPage } from "./overview";
import { purchasesPage } from "./purchases";
import { tokensPage } from "./tokens";
import { usagePage } from "./usage";
import { newWatchPage, watchesPage, watchPage } from "./watches";

export const accountPages: readonly AnyPage[] = [accountPage, tokensPage, usagePage, purchasesPage, watchesPage, newWatchPage, watchPage];

/** The links that stand above each of them. */
export const accountSections: readonly { href: string; label: string }[] = [
  { href: accountPage.path, label: "Overview" },
  ...[tokensPage, usagePage, purchasesPage, watchesPage].map(({ path, title }) => ({ href: path, label: title })),
];
