import { selling } from "@/lib/money/base/rails";
import { configuredChain } from "@/lib/money/chain/chain";
import { configuredScreener } from "@/lib/money/chain/screener";
import { followChain } from "@/lib/money/transfers/follow-chain";
import { env } from "@/lib/config/env";
import { defineJob } from "./define";

export const scanTransfers = defineJob({
  name: "scan-transfers",
  summary: "Books payments from the chain's new blocks, credits those of open quotes, takes back what a reorganisation removed",
  cadence: { everyMinutes: 2 },
  writes: [],
  timeoutSeconds: 100,
  runsAtStart: true,
  async run({ db, signal, now }) {
    const chain = configuredChain();
    if (!chain) return { skipped: "no wallet is configured" };
    return followChain({
      db,
      chain,
      screener: configuredScreener(),
      isSelling: selling().isEnabled,
      startBlock: env().CHAIN_START_BLOCK ?? null,
      signal,
      now,
    });
  },
});
