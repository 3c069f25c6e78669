import { hasEnded } from "@/lib/domain/models/model-life";
import { TabLinks } from "@/components/ui/tab-links";
import { benchmarkKinds } from "@/lib/catalogs/score-sources";
import type { BenchmarkModel } from "@/lib/schemas/models/benchmark";
import { hrefOf } from "@/lib/pages/address";
import { benchmarkPage } from "@/lib/pages/benchmark";
import { benchmarksPage, type SCORE_KINDS } from "@/lib/pages/benchmarks";

/** Who may have measured a score, in words. */
export const MEASURED_BY: readonly { value: (typeof SCORE_KINDS)[number]; label: string }[] = [
  { value: "vendor", label: "Makers of models" },
  { value: "independent", label: "Independent testers" },
  { value: "third-party", label: "Third parties" },
  { value: "unverified", label: "Nobody we could verify" },
];

/** The source of a score within a sentence. */
export const SCORE_SOURCE: Record<(typeof SCORE_KINDS)[number], string> = {
  // Perhaps another maker than the model's own.
  vendor: "a maker of models",
  independent: "an independent tester",
  "third-party": "a third party",
  unverified: "a source that nobody could verify",
};

/** What stands under the name of a scored model. */
export function besideModel({
  provider,
  status,
  deprecationDate,
}: Pick<BenchmarkModel, "provider" | "status" | "deprecationDate">): string {
  if (!hasEnded(status)) return provider;
  return deprecationDate === null ? `${provider}, ${status}` : `${provider}, ${status} on ${deprecationDate}`;
}

/** From the table of all benchmarks to the page of each. */
export function BenchmarkTabs({ current }: { current: string | null }) {
  return (
    <TabLinks
      label="Benchmarks"
      tabs={[
        { label: "All", href: benchmarksPage.path, isCurrent: current === null },
        ...benchmarkKinds.map(({ id, name }) => ({ label: name, href: hrefOf(benchmarkPage, {}, { id }), isCurrent: id === current })),
      ]}
    />
  );
}
