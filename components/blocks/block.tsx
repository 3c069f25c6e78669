import { FreshnessStamp } from "@/components/shell/freshness-stamp";
import { BlockBoundary } from "./block-boundary";
import { Empty } from "@/components/ui/states";
import type { BlockOutcome, BlockRefusal } from "@/lib/domain/pages/block-outcome";
import { LastGood } from "./last-good";

interface Props<Answer> {
  title: string;
  load: () => Promise<BlockOutcome<Answer>>;
  render: (answer: Answer) => React.ReactNode | Promise<React.ReactNode>;
  more?: { href: string; label: string };
  note?: React.ReactNode;
  /** What a refusal that the endpoint declares looks like. Default: its message. */
  empty?: (refusal: BlockRefusal) => React.ReactNode;
  /** False where the page's header shows the same stamp. With `stale` only old data has one. */
  hasStamp?: boolean | "stale";
}

const idOf = (title: string): string => title.toLowerCase().replace(/\W+/g, "-");

/** A component of its own, so that what it throws reaches the boundary of its block. */
async function Content<Answer>({ outcome, render, empty }: Pick<Props<Answer>, "render" | "empty"> & { outcome: BlockOutcome<Answer> }) {
  if (outcome.kind === "answer") return render(outcome.answer);
  if (outcome.kind === "failed") return null;
  return empty ? empty(outcome) : <Empty>{outcome.message}</Empty>;
}

/**
 * A block of a page, over one answer, with its age. When the answer fails, the other blocks stand.
 * The first HTML has all of it: what waits behind a Suspense boundary is shown by a script only.
 */
export async function Block<Answer>(props: Props<Answer>) {
  const { title, load, render, empty, more, note, hasStamp = true } = props;
  const id = idOf(title);
  const outcome = await load();
  const given = outcome.kind === "answer" ? outcome.stamp : null;
  const stamp = hasStamp === true || (hasStamp === "stale" && given?.freshness === "stale") ? given : null;
  return (
    <section aria-labelledby={id} className="card p-4">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {more && (
          <a href={more.href} className="text-small">
            {more.label}
          </a>
        )}
      </div>
      {stamp && <FreshnessStamp {...stamp} />}
      {note && <p className="mt-1 text-small text-fg-muted">{note}</p>}
      <div className="mt-3">
        <BlockBoundary>
          <LastGood failure={outcome.kind === "failed" ? outcome : null} stamp={stamp}>
            <Content outcome={outcome} render={render} {...(empty ? { empty } : {})} />
          </LastGood>
        </BlockBoundary>
      </div>
    </section>
  );
}
