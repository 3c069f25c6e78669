import { hasShared } from "../support/shared";
import { bundledListings, namedModels, resolveNames } from "../support/models/named-models";
import { recordedListings, resolveExactIds, resolveRecordedKeys } from "../support/models/recorded-names";

/**
 * Prints what became of each name as JSON. Names are those of the labelled sets and, where at hand, of
 * the recorded price lists.
 */

const { written, configurations, configured } = namedModels();
const listings = bundledListings();
const recorded = hasShared ? recordedListings() : [];
process.stdout.write(
  JSON.stringify({
    report: [
      { set: "as written", names: resolveNames(written, listings) },
      { set: "configurations", names: resolveNames(configurations, listings) },
      { set: "configured", names: resolveNames(configured, listings) },
    ],
    exactIds: resolveExactIds(hasShared ? recorded : listings),
    keys: hasShared ? resolveRecordedKeys(recorded) : null,
  }),
);
