import { Empty, Note } from "@/components/ui/states";
import { DeliveryList, type DeliveriesProps } from "./delivery-list";
import { SentRequest } from "./sent-request";

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
