import { bundledListings, namedModels, resolveNames } from "../support/models/named-models";

/** Prints what became of each name of the labelled set, as JSON. */

const { written, configurations } = namedModels();
const listings = bundledListings();
process.stdout.write(
  JSON.stringify({
    report: [
      { set: "as written", names: resolveNames(written, listings) },
      { set: "configurations", names: resolveNames(configurations, listings) },
    ],
  }),
);
