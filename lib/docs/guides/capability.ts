import { benchmarkName, furtherBenchmarks } from "@/lib/catalogs/score-sources";
import { scoreReview } from "@/lib/catalogs/score-review";
import { groupBy } from "@/lib/domain/basics/group-by";
import { COVERED } from "@/lib/domain/models/capability/calibration";
import { FEWEST_SCORES, WIDEST_HALF } from "@/lib/domain/models/capability/capabilities";
import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { capability } from "@/lib/endpoints/capability";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const PERCENT = `${Math.round(100 * COVERED)}%`;

const whatItIs = (site: Site): DocSection => ({
  title: "One figure for each model",
  blocks: [
    text(
      `Few models of today were measured on the benchmarks of yesterday, and a missing score says nothing. So ${to(capability)} gives each model one ability, found from every benchmark score that we have. Claude 3.5 Sonnet of June 2024 is 130 and GPT-5 is 150, as in Epoch AI's own index, which stands beside it where it has the model.`,
    ),
    list(
      `\`low\` and \`high\` are an interval of ${PERCENT}.`,
      `A model with fewer than ${FEWEST_SCORES} scores, or with an interval wider than ${WIDEST_HALF} points to each side, is listed without a rank; \`unranked_because\` says which.`,
      "`code` and `maths` are the ability in these skills, where scores show that they differ. The differences are held small.",
      "`estimates` are the scores that the model would have. They are never shown as measured ones: those stand in the benchmarks.",
    ),
    callBlock("The ablest models of a maker that somebody sells", capability, site),
    text(`${to(snapshotOn)} with the type \`capability\` has the abilities of every captured day.`),
  ],
});

const METHOD: DocSection = {
  title: "How it is computed",
  blocks: [
    text(
      "Each setting (a benchmark, its task set, its harness and that harness's version, run by makers or by others) has a curve: the share of its tasks that a model of some ability solves. Abilities and curves are fitted to all scores together, so that a benchmark need not be shared by all models, only by enough of them.",
    ),
    code("A score, from 0 to 1", "text", "score = floor + (ceiling - floor) / (1 + exp(-slope * (ability + skill - difficulty))) + noise"),
    list(
      "`floor` is what guessing reaches, a little less, because answers in no valid form count as wrong.",
      "`slope`, `difficulty` and `ceiling` belong to the setting, and so does the size of its `noise`, which is smaller near floor and ceiling.",
      "`skill` is 0 except in code and in maths.",
      "The noise has heavy tails (Student's t with 4 degrees of freedom): one score far off moves a model little.",
      "Epoch AI's index is one more measurement, on a straight line.",
      `Intervals are set by scores that were left out: one benchmark of a model at a time, in all its variants. They are as wide as needed for ${PERCENT} of the left-out scores to fall into their intervals.`,
      "Where runs of one setting differ in effort, the best of one model counts. The best of several versions of a harness, or of several releases of a model, is no score.",
      "The fit runs once for each version of the scores, when they are read. Answers read its table.",
    ),
  ],
};

const estimated: DocSection = {
  title: "Scores that nobody measured",
  blocks: [
    text(
      `A benchmark of ${to(benchmarks)} that a model lacks is estimated by its curve, in the setting in which most models were measured. An estimate says so: it has the basis \`capability\`, an interval of ${PERCENT} and the number of scores that it stands on. For a model without a rank the basis is \`percentile\`: the 25th percentile of the measured scores, as the last resort.`,
    ),
    text(`Besides the benchmarks that answers show, the fit uses ${furtherBenchmarks.map(({ name }) => name).join(", ")}.`),
  ],
};

const reviewed: DocSection = {
  title: "Figures that were set aside",
  blocks: [
    text(
      "The highest and lowest figures of each benchmark are looked at, and those that contradict what else is known. A score that nobody verified (a vendor's blog about a leak, a gateway's table) is marked, ranks after every measured one, and is no measurement of ability. These were removed:",
    ),
    {
      kind: "table",
      label: "Figures that were removed, and why",
      head: ["Model", "Benchmarks", "Why"],
      rows: [...groupBy(scoreReview.removed, ({ model, reason }) => `${model}\n${reason}`).values()].flatMap((removed) => {
        const [first] = removed;
        if (!first) return [];
        const figures = removed.map(({ benchmark, value }) => `${nameOf(benchmark)} ${value}`);
        return [[first.model, figures.join(", "), first.reason]];
      }),
    },
  ],
};

function nameOf(id: string): string {
  return furtherBenchmarks.find((benchmark) => benchmark.id === id)?.name ?? benchmarkName(id);
}

export const capabilityGuide = defineGuide({
  id: "capability",
  title: "Abilities and estimated scores",
  about: "Read a model's ability, how sure it is, and the estimate of a score that nobody measured.",
  sections: (site) => [whatItIs(site), METHOD, estimated, reviewed],
});
