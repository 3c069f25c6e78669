import fc from "fast-check";
import { expireHolds } from "@/db/queries/money/call/holds";
import { dueHolds, HOLD_MS, newModel, resolve, type Model } from "./ledger-model";
import { ledgerSteps } from "./ledger-steps";
import { clock, expectAgreement, openWorld, type World } from "./ledger-world";
import { openPg } from "../stores/drivers";

const ACCOUNTS = 2;
const START_MS = Date.UTC(2026, 4, 15, 12);

async function sweepDeadHolds(model: Model, world: World): Promise<void> {
  model.nowMs += HOLD_MS + 1;
  for (const hold of dueHolds(model)) resolve(model, hold, "expired");
  await expireHolds(world.db, clock(model));
  await expectAgreement(model, world);
}

/** Runs random histories on Postgres and compares the books with the model after every step. Fails with a shrunk history. */
export async function checkHistories({ runs, longest }: { runs: number; longest: number }): Promise<void> {
  const { db, close } = await openPg();
  try {
    await fc.assert(
      fc.asyncProperty(fc.commands(ledgerSteps, { maxCommands: longest, size: "max" }), async (commands) => {
        const model = newModel(START_MS, ACCOUNTS);
        const world = await openWorld(db, ACCOUNTS, clock(model));
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await sweepDeadHolds(model, world);
      }),
      { numRuns: runs, endOnFailure: false },
    );
  } finally {
    await close();
  }
}
