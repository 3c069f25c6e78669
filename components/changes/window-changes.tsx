import { FoundArticles } from "@/components/news/found-articles";
import { IncidentList } from "@/components/status/incident-list";
import { formatCount, formatMoment } from "@/lib/domain/pages/format";
import type { WhatsNew } from "@/lib/schemas/history/whats-new";
import { changedModels, Group, ModelList, PriceChanges, pricesText } from "./change-groups";

export type WindowAnswer = Pick<WhatsNew, "window" | "summary" | "pricing" | "status" | "news" | "notes">;

const toShown = ({
  id,
  service,
  severity,
  title,
  started_at,
  started_before,
  duration_minutes,
}: WhatsNew["status"]["incidents"][number]) => ({
  id,
  service,
  severity,
  title,
  startedAt: started_at,
  started_before,
  durationMinutes: duration_minutes,
});

function Compared({ window, pricing: { baseline }, status }: WindowAnswer) {
  const services = [
    [status.currently_operational, "operational"],
    [status.currently_degraded, "degraded"],
    [status.currently_down, "down"],
    [status.currently_unknown, "unknown"],
  ] as const;
  return (
    <p className="mb-4 text-small text-fg-muted">
      {formatMoment(window.from)} to {formatMoment(window.to)}.{" "}
      {baseline === null
        ? "There are no earlier prices to compare with."
        : `Prices are compared with the snapshot of ${formatMoment(baseline.taken_at)}.`}{" "}
      Services now: {services.map(([count, state]) => `${formatCount(count)} ${state}`).join(", ")}.
    </p>
  );
}

/** Everything that moved within a window. */
export function WindowChanges({ answer, path }: { answer: WindowAnswer; path: string }) {
  const { summary, pricing, status, news, notes } = answer;
  const changed = changedModels(pricing.changes);
  const unknown = "Not known: no earlier prices were captured.";
  const none = (text: string): string => (pricing.baseline === null ? unknown : text);
  return (
    <>
      <Compared {...answer} />
      {notes.map((note) => (
        <p key={note} className="note note-warn mb-3">
          {note}
        </p>
      ))}
      <Group title="Price changes" count={changed.length} unit="models" none={none("No maker changed a price.")}>
        <PriceChanges models={changed} path={path} />
      </Group>
      <Group title="Added models" count={pricing.new_models.length} none={none("No maker added a model.")}>
        <ModelList
          models={pricing.new_models.map((model) => ({ ...model, figures: pricesText(model.input_per_1m, model.output_per_1m) }))}
          path={path}
        />
      </Group>
      <Group title="Removed models" count={pricing.removed_models.length} none={none("No maker removed a model.")}>
        <ModelList models={pricing.removed_models.map((model) => ({ ...model, figures: null }))} path={path} />
      </Group>
      <Group
        title="Incidents"
        count={status.incidents.length}
        none={summary.incidents === null ? "Not known: no status was ever read." : "No incident began or ended."}
      >
        <IncidentList incidents={status.incidents.map(toShown)} />
      </Group>
      <Group
        title="News"
        count={news.length}
        none={summary.news_articles === null ? "Not known: no news were ever read." : "No article was read that is this new."}
      >
        <FoundArticles articles={news} />
      </Group>
    </>
  );
}
