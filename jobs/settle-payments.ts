import { configuredRails } from "@/lib/money/base/rails";
import { settleAgain } from "@/lib/money/call/x402/settle-again";
import { settleLapsed } from "@/lib/money/purchase/gasless/settle-lapsed";
import { defineJob, type JobCounts } from "./define";

export const settlePayments = defineJob({
  name: "settle-payments",
  summary: "Sends signed payments again whose settling was cut off, until they are settled or have expired",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: 55,
  runsAtStart: true,
  async run({ db, now }): Promise<JobCounts | { skipped: string }> {
    const rails = configuredRails();
    const { x402 } = rails;
    if (!x402) return { skipped: "no x402 settler is configured" };
    return { ...(await settleAgain({ db, rails, x402 }, now)), lapsed: await settleLapsed(db, x402, now) };
  },
});
