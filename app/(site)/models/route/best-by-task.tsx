import { IntentLink } from "@/components/ui/intent-link";
import { TabLinks } from "@/components/ui/tab-links";
import { formatPrice } from "@/lib/domain/pages/format";
import { ROUTING_TASKS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { hrefWith } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { routePage } from "@/lib/pages/route";
import { listingHref } from "../rows";
import { TASK_WORDS } from "./task-form";
import type { RouteValues } from "./weights";

/** Highest prices that are offered, so that what they lead to is the same for all readers. */
const OFFERED = [0.5, 1, 2, 5] as const;

/** Whether the block answers for this budget: without a limit, or below one that is offered. */
export const isOfferedBudget = (budget: number | null): boolean => budget === null || OFFERED.some((offered) => offered === budget);

async function Best({ task, values, budget }: { task: RoutingTask; values: RouteValues; budget: number | null }) {
  const outcome = await blockAnswer(routingPreview, { task, explain: "true", ...(budget === null ? {} : { budget: String(budget) }) });
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const best = answer?.recommendation ?? null;
  return (
    <li className="min-w-0">
      <IntentLink
        href={hrefWith(routePage, values, { task })}
        aria-current={task === values.task ? "true" : undefined}
        scroll={false}
        className="text-small"
      >
        {TASK_WORDS[task]}
      </IntentLink>
      {best ? (
        <p className="wrap-anywhere">
          <a href={listingHref(best.model_id)} className="plain-link text-h2 font-semibold">
            {best.model}
          </a>
          <small>{best.provider}</small>
        </p>
      ) : (
        <p className="text-fg-muted">{outcome.kind === "answer" ? outcome.answer.notes[0] : outcome.message}</p>
      )}
      {answer?.explanation !== undefined && best && <p className="why">{answer.explanation}</p>}
    </li>
  );
}

/** What routing recommends for each task with the standard weights: the same for all readers, and free. */
export function BestByTask({ values }: { values: RouteValues }) {
  const budget = isOfferedBudget(values.budget) ? values.budget : null;
  return (
    <section aria-labelledby="best" className="card mb-4 p-4">
      <h2 id="best" className="text-h2">
        The best for each task now
      </h2>
      <p className="mt-1 mb-3 text-small text-fg-muted">
        With the standard weights, {budget === null ? "at any price" : `at most ${formatPrice(budget)} blended per 1M tokens`}. Free.
      </p>
      <TabLinks
        label="Blended price at most"
        tabs={[null, ...OFFERED].map((offered) => ({
          label: offered === null ? "Any price" : `Up to ${formatPrice(offered)}`,
          href: hrefWith(routePage, values, { budget: offered }),
          isCurrent: offered === values.budget,
        }))}
      />
      <ul className="best-by-task">
        {ROUTING_TASKS.map((task) => (
          <Best key={task} task={task} values={values} budget={budget} />
        ))}
      </ul>
    </section>
  );
}
