import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { endWithUsage } from "@/lib/config/usage.mjs";
import { labelledSentences, recordedSentences } from "./labelled-sentences";
import { trainClassifier } from "./train-classifier";

endWithUsage(
  "Usage: npm run train-sanitizer   make lib/domain/news/sanitize/classifier.json and vocabulary.json again from the labelled texts in tests/fixtures, and from the ordinary texts of half of the recorded feeds where those lie beside the project",
);

const folder = join(import.meta.dirname, "../../../lib/domain/news/sanitize");
const STEPS = 127;
const WORD = /[a-z]{2,}/g;

const recorded = recordedSentences();
if (recorded.length === 0) {
  process.stderr.write(
    "No recorded feeds are beside the project: ordinary texts will be changed more often than by the classifier in the repository.\n",
  );
}
const sentences = labelledSentences();
const { bias, weights } = trainClassifier([...sentences, ...recorded]);
const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
const step = Number((largest / STEPS).toPrecision(6));
const bytes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / step)).buffer);
const version = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
writeFileSync(
  join(folder, "classifier.json"),
  `${JSON.stringify({ version, bias: Number(bias.toPrecision(6)), step, weights: bytes.toString("base64") }, null, 2)}\n`,
);

const counts = new Map<string, number>();
for (const { folded, isAttack, weight } of sentences) {
  for (const [word] of folded.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + (isAttack ? 2 : Math.min(1, weight)));
}
const words = [...counts].filter(([, count]) => count >= 4).map(([word]) => word);
writeFileSync(join(folder, "vocabulary.json"), `${JSON.stringify({ words: words.toSorted() }, null, 2)}\n`);
process.stdout.write(
  `${sentences.length} sentences, ${sentences.filter(({ isAttack }) => isAttack).length} of attacks, ${words.length} words\n`,
);
