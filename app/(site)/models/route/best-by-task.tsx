import { IntentLink } from "@/components/ui/intent-link";
import { ROUTING_TASKS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { hrefWith } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { routePage } from "@/lib/pages/route";
import { listingHref } from "../rows";
import { TASK_WORDS } from "./task-form";
import type { RouteValues } from "./weights";

async function Best({ task, values }: { task: RoutingTask; values: RouteValues }) {
  const outcome = await blockAnswer(routingPreview, { task, explain: "true" });
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
        <p className="text-fg-muted">{outcome.kind === "answer" ? "No model has a price and scores yet." : outcome.message}</p>
      )}
      {answer?.explanation !== undefined && best && <p className="why">{answer.explanation}</p>}
    </li>
  );
}

/** What routing recommends for each task with the standard weights: the same for all readers, and free. */
export const BestByTask = ({ values }: { values: RouteValues }) => (
  <section aria-labelledby="best" className="card mb-4 p-4">
    <h2 id="best" className="text-h2">
      The best for each task now
    </h2>
    <p className="mt-1 mb-3 text-small text-fg-muted">With the standard weights, within any budget. Free.</p>
    <ul className="best-by-task">
      {ROUTING_TASKS.map((task) => (
        <Best key={task} task={task} values={values} />
      ))}
    </ul>
  </section>
);
