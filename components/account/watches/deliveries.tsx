import { Empty, Note } from "@/components/ui/states";
import { DeliveryList, type DeliveriesProps } from "./delivery-list";
import { Code } from "@/components/api/code";
import { PlainCode } from "@/components/api/plain-code";
import type { ShownDelivery } from "./shown-watch";

const MOST_HIGHLIGHTED_CHARS = 6000;

/** Header and body of one delivery as the receiver got them. */
function SentRequest({ request }: { request: NonNullable<ShownDelivery["request"]> }) {
  const body = JSON.stringify(JSON.parse(request.body), null, 2);
  const headers = Object.entries(request.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  return (
    <div className="grid min-w-0 gap-3">
      <div className="min-w-0">
        <h4 className="mb-1 text-h3">Headers</h4>
        <PlainCode text={headers} label="Headers of the delivery" />
      </div>
      <div className="min-w-0">
        <h4 className="mb-1 text-h3">Body</h4>
        <p className="mb-1 text-small text-fg-muted">
          Indented here to be read; it was sent and signed in one line of {Buffer.byteLength(request.body)} bytes.
        </p>
        {body.length <= MOST_HIGHLIGHTED_CHARS ? (
          <Code text={body} language="json" label="Body of the delivery" />
        ) : (
          <PlainCode text={body} label="Body of the delivery" />
        )}
      </div>
    </div>
  );
}

/** The log of a watch, with the request of one delivery above it where one was chosen. */
export function Deliveries({ chosen, ...list }: DeliveriesProps & { chosen: string | null }) {
  const { deliveries, isActive } = list;
  const shown = deliveries.find(({ id }) => id === chosen);
  if (deliveries.length === 0) {
    return <Empty>Nothing was sent yet. {isActive && "Send a test to see whether the receiver answers."}</Empty>;
  }
  return (
    <div className="grid min-w-0 gap-4">
      {chosen !== null && !shown?.request && <Note tone="warn">Of this delivery there is no request to show.</Note>}
      {shown?.request && (
        <section id="sent" aria-label="What was sent" className="min-w-0 rounded-control border border-border bg-surface-2 p-3">
          <h3 className="mb-2 text-h3 [overflow-wrap:anywhere]">What was sent as {shown.id}</h3>
          <SentRequest request={shown.request} />
        </section>
      )}
      <DeliveryList {...list} />
    </div>
  );
}
