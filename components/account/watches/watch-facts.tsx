import { NearTime } from "@/components/ui/near-time";
import { FactList } from "@/components/models/fact-list";
import { DAY_MS } from "@/lib/domain/basics/time";
import { formatDay, formatDaysLeft } from "@/lib/domain/pages/format";
import { FORMAT_NAMES } from "@/lib/domain/watches/chat/watch-format";
import { lastDeliveryWords } from "@/lib/domain/watches/delivery-words";
import type { ShownWatch } from "./shown-watch";

function endOf({ status, expires_at: expiresAt }: ShownWatch, now: Date): React.ReactNode {
  if (status !== "active") return formatDay(expiresAt);
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  return (
    <>
      {formatDaysLeft(days)}
      <small>{formatDay(expiresAt)}</small>
    </>
  );
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
    { label: watch.status === "active" ? "Expires" : "Would have expired", value: endOf(watch, now) },
    {
      label: "Last delivery",
      value: (
        <>
          {last.label}
          {watch.last_fired_at !== null && (
            <small>
              <NearTime at={watch.last_fired_at} />
            </small>
          )}
        </>
      ),
    },
    {
      label: "Receiver",
      value: (
        <>
          {new URL(watch.callback_url).host}
          {watch.format !== "json" && <small>A message to {FORMAT_NAMES[watch.format]}</small>}
          <small>{watch.verified ? "Verified: it has answered with 2xx" : "Not verified yet"}</small>
        </>
      ),
    },
    ...(watch.spec.type === "digest"
      ? []
      : [{ label: "Follows", value: watch.follows.length === 0 ? "Nothing of this name yet" : watch.follows.join(", ") }]),
  ];
  return (
    <div className="watch-facts">
      <FactList facts={facts} />
    </div>
  );
}
