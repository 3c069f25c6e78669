import { NearTime } from "@/components/ui/near-time";

import type { WatchMatch } from "@/lib/domain/watches/watch-body";
import { deliveryWords, isRedeliverable, KIND_LABELS } from "@/lib/domain/watches/delivery-words";
import { matchWords } from "@/lib/domain/watches/match-words";
import type { WatchAction } from "./action-button";
import { RedeliverForm } from "./redeliver-form";
import type { ShownDelivery } from "./shown-watch";

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
    <li>
      <p>
        <span className={`chip tone-${tone}`}>{label}</span>
        <b>{KIND_LABELS[kind]}</b>
        <span>
          {sentAt === null ? "fired" : "sent"} <NearTime at={sentAt ?? firedAt} />
        </span>
        {duration !== null && <small>{durationText(duration)}</small>}
      </p>
      <p>{subjectOf(delivery)}</p>
      {detail !== null && <small>{detail}</small>}
      <p>
        {request !== null && <a href={hrefOf(id)}>What was sent</a>}
        {isActive && isRedeliverable(delivery) && (
          <button type="submit" name="delivery" value={id} className="control no-print">
            Redeliver
          </button>
        )}
      </p>
    </li>
  );
}

/** Every delivery of a watch, newest first. */
export function DeliveryList({ deliveries, watchId, redeliver, ...rest }: DeliveriesProps) {
  return (
    <RedeliverForm action={redeliver} watchId={watchId}>
      <ol className="delivery-log">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} {...rest} />
        ))}
      </ol>
    </RedeliverForm>
  );
}
