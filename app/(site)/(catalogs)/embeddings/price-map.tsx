import { MakerLegend, marksOf } from "@/components/charts/scatter/maker-marks";
import { PriceScoreFigure, type PricedScore } from "@/components/charts/scatter/price-score-figure";
import { Empty } from "@/components/ui/states";
import { priceFrontier } from "@/lib/domain/models/price-frontier";
import { formatCount } from "@/lib/domain/pages/format";

interface Props {
  /** Models that fit the filters and have both figures. */
  models: readonly PricedScore[];
  /** How many fit the filters. */
  total: number;
  /** The task set of the mean. */
  variant: string;
}

/** What a better embedding costs. */
export function PriceMap({ models, total, variant }: Props) {
  if (models.length === 0) return <Empty>None of these models has both a price and a mean over this task set.</Empty>;
  const marks = marksOf(models);
  const score = `MTEB mean, ${variant}`;
  return (
    <>
      <PriceScoreFigure
        title="Price against MTEB mean"
        subject={`Price per 1M tokens against ${score}, the ${formatCount(models.length)} of ${formatCount(total)} models that have both`}
        models={models}
        frontier={priceFrontier(models)}
        marks={marks}
        isLog
        price="$ per 1M tokens"
        score={score}
      />
      <MakerLegend models={models} marks={marks} />
    </>
  );
}
