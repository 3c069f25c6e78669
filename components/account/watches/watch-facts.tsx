import { formatDay, formatMoment } from "@/lib/domain/pages/format";
import { lastDeliveryWords } from "@/lib/domain/watches/delivery-words";
import type { ShownWatch } from "./shown-watch";

const DAY_MS = 86_400_000;

function endText({ status, expires_at: expiresAt }: ShownWatch, now: Date): string {
  if (status !== "active") return formatDay(expiresAt);
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  const left = days === 1 ? "in 1 day" : `in ${days} days`;
  return `${left}, ${formatDay(expiresAt)}`;
}

/** What became of a watch so far. */
export function WatchFacts({ watch, now }: { watch: ShownWatch; now: Date }) {
  const last = lastDeliveryWords(watch);
  const facts = [
    {
      label: "Fires",
      value: (
        <>
          {watch.fire_count} of {watch.fire_cap}
          <meter className="watch-meter" min={0} max={watch.fire_cap} value={watch.fire_count} aria-label="Fires of the watch" />
        </>
      ),
    },
    { label: watch.status === "active" ? "Expires" : "Would have expired", value: endText(watch, now) },
    {
      label: "Last delivery",
      value: watch.last_fired_at === null ? last.label : `${last.label}, ${formatMoment(watch.last_fired_at)}`,
    },
    { label: "Receiver", value: `${new URL(watch.callback_url).host}, ${watch.verified ? "verified" : "not verified yet"}` },
    ...(watch.spec.type === "digest"
      ? []
      : [{ label: "Follows", value: watch.follows.length === 0 ? "Nothing of this name yet" : watch.follows.join(", ") }]),
  ];
  return (
    <dl className="fact-list">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
