import { FIELD_MEANINGS } from "@/lib/domain/receipts/field-meanings";
import { SIGNED_FIELDS } from "@/lib/domain/receipts/receipt";
import type { Fields } from "./fields";
import { shownText } from "./findings";

const plainly = (value: unknown): string => (value === undefined ? "missing" : shownText(value));

/** Every field that the signature covers, as it stands in the receipt. */
export function ReceiptFields({ receipt }: { receipt: Fields }) {
  return (
    <dl className="receipt-fields">
      {SIGNED_FIELDS.map((name) => (
        <div key={name}>
          <dt>
            <code className="font-mono">{name}</code>
            <small>{FIELD_MEANINGS[name]}</small>
          </dt>
          <dd className="font-mono">{plainly(receipt[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
