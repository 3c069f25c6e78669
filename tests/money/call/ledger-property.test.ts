import { test } from "vitest";
import { checkHistories } from "../../support/money/ledger-property";

test("loses, creates or takes twice no credit in 20 random histories", () => checkHistories({ runs: 20, longest: 30 }));
