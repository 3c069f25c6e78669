import Link from "next/link";
import { formatMoment } from "@/lib/domain/pages/format";
import type { WatchMatch } from "@/lib/domain/watches/watch-body";
import { deliveryWords, isRedeliverable, KIND_LABELS } from "@/lib/domain/watches/delivery-words";
import { matchWords } from "@/lib/domain/watches/match-words";
import type { WatchAction } from "./action-button";
import { RedeliverForm } from "./redeliver-form";
import type { ShownDelivery } from "./shown-watch";
import { WatchChip } from "./watch-chip";

export interface DeliveriesProps {
  watchId: string;
  deliveries: readonly ShownDelivery[];
  isActive: boolean;
  redeliver: WatchAction;
  /** Where what one of them sent is shown. */
  hrefOf: (delivery: string) => string;
}

const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function subjectOf({ match, kind }: ShownDelivery): string {
  if (match === null) return "No fire: it only tests the receiver";
  const words = matchWords(match as unknown as WatchMatch);
  return kind === "redelivery" ? `Again: ${words}` : words;
}

function Delivery({ delivery, isActive, hrefOf }: Pick<DeliveriesProps, "isActive" | "hrefOf"> & { delivery: ShownDelivery }) {
  const { id, kind, fired_at: firedAt, sent_at: sentAt, duration_ms: duration, request } = delivery;
  const { label, detail, tone } = deliveryWords(delivery);
  return (
    <li className="grid gap-1 border-t border-border py-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <WatchChip label={label} tone={tone} />
        <span className="font-medium">{KIND_LABELS[kind]}</span>
        <time dateTime={sentAt ?? firedAt} className="text-small text-fg-muted">
          {sentAt === null ? `fired ${formatMoment(firedAt)}` : `sent ${formatMoment(sentAt)}`}
        </time>
        {duration !== null && sentAt !== null && <span className="text-small text-fg-muted">{durationText(duration)}</span>}
      </p>
      <p className="[overflow-wrap:anywhere]">{subjectOf(delivery)}</p>
      {detail !== null && <p className="text-small text-fg-muted [overflow-wrap:anywhere]">{detail}</p>}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {request !== null && (
          <Link href={hrefOf(id)} prefetch={false} className="inline-flex min-h-9 items-center text-small">
            What was sent
          </Link>
        )}
        {isActive && isRedeliverable(delivery) && (
          <button type="submit" name="delivery" value={id} className="control no-print">
            Redeliver
          </button>
        )}
      </div>
    </li>
  );
}

/** Every delivery of a watch, newest first. */
export function DeliveryList({ deliveries, watchId, redeliver, ...rest }: DeliveriesProps) {
  return (
    <RedeliverForm action={redeliver} watchId={watchId}>
      <ol>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} {...rest} />
        ))}
      </ol>
    </RedeliverForm>
  );
}
