import { FIELD_MEANINGS } from "@/lib/domain/receipts/field-meanings";
import { SIGNED_FIELDS } from "@/lib/domain/receipts/receipt";
import type { Fields } from "./fields";
import { shownText } from "./findings";

const plainly = (value: unknown): string => (value === undefined ? "missing" : shownText(value));

/** Every field that the signature covers, as it stands in the receipt. */
export function ReceiptFields({ receipt }: { receipt: Fields }) {
  return (
    <dl className="divide-y divide-border">
      {SIGNED_FIELDS.map((name) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt>
            <code className="font-mono">{name}</code>
            <small className="block text-small text-fg-muted">{FIELD_MEANINGS[name]}</small>
          </dt>
          <dd className="font-mono wrap-anywhere">{plainly(receipt[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
