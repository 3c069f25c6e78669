import { test } from "vitest";
import { checkHistories } from "../../support/money/ledger-property";

test(
  "whatever happens in whatever order, no credit is lost, created or taken twice: 50 random histories",
  () => checkHistories({ runs: 50, longest: 30 }),
  300_000,
);
