import { datasetNames, datasets } from "@/lib/datasets";
import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { formatAge, formatCadence } from "@/lib/domain/pages/format";
import { models } from "@/lib/endpoints/models";
import { freshness } from "../catalog";
import { curlLine } from "../curl";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const whatAnswersSay = (site: Site): DocSection => ({
  title: "What an answer says",
  blocks: [
    list(
      "`captured_at` is when the oldest part of the answer was read at its source. It is never the time of your call.",
      "`stale_after_seconds` is our promise: an answer older than that is stale. Null means that its age has no promise.",
      "A paid answer that is stale says `stale: true`, and costs nothing. A free answer does not say it: add the promise to `captured_at` and compare the sum with your clock.",
      "When a source cannot be read, its last data stays, with the time at which it was read. A source that fails is never taken for one that has nothing.",
    ),
    callBlock("How old every dataset is now", freshness, site),
    text(`The page [Data](/data) shows the same as a table, and ${to(freshness)} explains each member.`),
  ],
});

const whatWePromise: DocSection = {
  title: "What we promise",
  blocks: [
    text("An operation reads one dataset or several; the strictest promise among them counts."),
    {
      kind: "table",
      label: "Datasets, how often they are read and when they are stale",
      head: ["Dataset", "Read", "Stale after"],
      rows: datasetNames.map((name) => {
        const { title, cadenceSeconds, slaSeconds } = datasets[name];
        return [
          title,
          cadenceSeconds === null ? "with a release, or as it happens" : formatCadence(cadenceSeconds),
          slaSeconds === null ? "no promise" : formatAge(slaSeconds),
        ];
      }),
    },
  ],
};

const askAgain = (site: Site): DocSection => ({
  title: "Ask again cheaply",
  blocks: [
    text(
      "Free answers carry an `ETag`. Send it back as `If-None-Match`, and an answer that has not changed is a 304 without a body. `Cache-Control` says for how long asking again is of no use.",
    ),
    code(
      "Ask only for what is new: the file keeps the ETag",
      "bash",
      `${curlLine(models, site)} --etag-compare models.etag --etag-save models.etag`,
    ),
  ],
});

export const freshnessGuide = defineGuide({
  id: "freshness",
  title: "Freshness and staleness",
  about: "Know how old every figure is, what we promise, and what happens when a source is away.",
  sections: (site) => [whatAnswersSay(site), whatWePromise, askAgain(site)],
});
