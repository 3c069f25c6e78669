import Link from "next/link";
import { Empty } from "@/components/ui/states";
import { STATE_LABELS } from "@/lib/domain/watches/delivery-words";
import { watchSentence } from "@/lib/domain/watches/watch-sentence";
import type { ShownWatch } from "./shown-watch";
import { WatchChip } from "./watch-chip";
import { WatchFacts } from "./watch-facts";

interface Props {
  watches: readonly ShownWatch[];
  now: Date;
  hrefOf: (id: string) => string;
  isFiltered: boolean;
}

/** Each watch as the sentence of what it waits for, which leads to its page. */
export function WatchList({ watches, now, hrefOf, isFiltered }: Props) {
  if (watches.length === 0) {
    return (
      <Empty>
        {isFiltered
          ? "No watch is in this state."
          : "No watch yet. A watch calls an address or a channel of yours when a price crosses a threshold, when a provider changes state, when a model is new or ends, or with a digest."}
      </Empty>
    );
  }
  return (
    <ul className="grid">
      {watches.map((watch) => (
        <li key={watch.id} className="grid gap-3 border-t border-border py-4 first:border-t-0 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="text-h3 [overflow-wrap:anywhere]">
              <Link href={hrefOf(watch.id)} prefetch={false}>
                {watchSentence(watch.spec)}
              </Link>
            </h3>
            <WatchChip {...STATE_LABELS[watch.status]} />
          </div>
          <WatchFacts watch={watch} now={now} />
        </li>
      ))}
    </ul>
  );
}
