import { Code } from "@/components/api/code";
import { PlainCode } from "@/components/api/plain-code";
import type { ShownDelivery } from "./shown-watch";

const MOST_HIGHLIGHTED_CHARS = 6000;

/** Header and body of one delivery as the receiver got them. */
export function SentRequest({ request }: { request: NonNullable<ShownDelivery["request"]> }) {
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
