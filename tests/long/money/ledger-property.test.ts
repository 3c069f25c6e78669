import { test } from "vitest";
import { checkHistories } from "../../support/money/ledger-property";

const LANES = 2;
const RUNS = 2000;

test(
  "loses, creates and double-charges no credit in 2,000 random histories",
  async () => void (await Promise.all(Array.from({ length: LANES }, () => checkHistories({ runs: RUNS / LANES, longest: 40 })))),
  3_600_000,
);
