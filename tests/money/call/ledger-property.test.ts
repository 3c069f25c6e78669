import { test } from "vitest";
import { checkHistories } from "../../support/money/ledger-property";

test("loses, creates or takes twice no credit in 50 random histories", () => checkHistories({ runs: 50, longest: 30 }), 300_000);
