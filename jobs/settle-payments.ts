import { configuredRails } from "@/lib/money/call/rails";
import { settleAgain } from "@/lib/money/call/x402/settle-again";
import { defineJob } from "./define";

export const settlePayments = defineJob({
  name: "settle-payments",
  summary: "Sends signed payments again whose settling was cut off, until they are settled or have expired",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: 55,
  runsAtStart: true,
  async run({ db, now }) {
    const rails = configuredRails();
    const { x402 } = rails;
    return x402 ? settleAgain({ db, rails, x402 }, now) : { skipped: "no x402 settler is configured" };
  },
});
