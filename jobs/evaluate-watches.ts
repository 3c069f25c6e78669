import { expireWatches } from "@/db/queries/watches/watches";
import { defineJob } from "./define";
import { evaluateMissedPrices } from "@/lib/watches/evaluate/evaluate-prices";
import { evaluateMissedStates, refreshWatchedServices } from "@/lib/watches/evaluate/evaluate-states";
import { resolveWatchedModels } from "@/lib/watches/evaluate/resolve-watched-models";
import { evaluateRetirementWatches } from "@/lib/watches/evaluate/evaluate-retirements";
import { evaluateModelWatches } from "@/lib/watches/evaluate/evaluate-models";
import { fireDigests } from "@/lib/watches/evaluate/fire-digests";

export const evaluateWatches = defineJob({
  name: "evaluate-watches",
  summary:
    "Ends watches whose time is over, sends digests on their cadence, tells of ends of models, of what models can do and of new ones, and evaluates what no storing of prices or states could",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: 50,
  async run({ db, now, signal }) {
    const expired = await expireWatches(db, now);
    const found = await resolveWatchedModels(db, now);
    const prices = await evaluateMissedPrices(db, now, signal);
    await refreshWatchedServices(db, now);
    const states = await evaluateMissedStates(db, now);
    const retirements = await evaluateRetirementWatches(db, now, signal);
    const models = await evaluateModelWatches(db, now, signal);
    const digests = await fireDigests(db, now, signal);
    return { expired, found, prices, states, retirements, models, digests };
  },
});
