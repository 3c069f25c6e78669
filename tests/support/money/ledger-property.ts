import fc from "fast-check";
import { expireHolds } from "@/db/queries/money/call/holds";
import { dueHolds, HOLD_MS, newModel, resolve, type Model } from "./ledger-model";
import { ledgerSteps } from "./ledger-steps";
import { clock, expectAgreement, openWorld, type World } from "./ledger-world";
import { openPg } from "../stores/drivers";

const ACCOUNTS = 2;
const START_MS = Date.UTC(2026, 4, 15, 12);

/** All processes have died, a minute has passed, the sweeper runs: nothing may stay set aside. */
async function settleDown(model: Model, world: World): Promise<void> {
  model.nowMs += HOLD_MS + 1;
  for (const hold of dueHolds(model)) resolve(model, hold, "expired");
  await expireHolds(world.db, clock(model));
  await expectAgreement(model, world);
}

/** Random histories on a real Postgres of its own; after every step the books are those of the model. Fails with the shortest history it can find. */
export async function checkHistories({ runs, longest }: { runs: number; longest: number }): Promise<void> {
  const { db, close } = await openPg();
  try {
    await fc.assert(
      fc.asyncProperty(fc.commands(ledgerSteps, { maxCommands: longest, size: "max" }), async (commands) => {
        const model = newModel(START_MS, ACCOUNTS);
        const world = await openWorld(db, ACCOUNTS, clock(model));
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await settleDown(model, world);
      }),
      { numRuns: runs, endOnFailure: false },
    );
  } finally {
    await close();
  }
}
