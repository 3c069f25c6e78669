import { ShareBar } from "@/components/ui/share-bar";
import { formatCost } from "@/lib/domain/pages/format";

interface Props {
  title: string;
  /** The chart in one sentence. */
  sentence: string;
  /** The cheapest first. */
  bars: readonly { key: string; name: string; usd: number }[];
}

/** Bars of the models, all on a scale that begins at 0; the table below has the same figures. */
export function CostBars({ title, sentence, bars }: Props) {
  const most = Math.max(...bars.map(({ usd }) => usd), 0);
  return (
    <figure className="chart cost-bars" aria-label={`${title}. ${sentence}`}>
      <figcaption>{sentence}</figcaption>
      <ol>
        {bars.map(({ key, name, usd }) => (
          <li key={key}>
            <span>{name}</span>
            <b>{formatCost(usd)}</b>
            <ShareBar share={most === 0 ? 0 : usd / most} />
          </li>
        ))}
      </ol>
    </figure>
  );
}
