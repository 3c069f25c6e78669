import type { DocField } from "@/lib/domain/pages/docs/doc";
import { InlineText } from "./inline-text";

/** More values than that are folded. */
const MOST_OPEN = 14;

function KnownValues({ name, list }: NonNullable<DocField["values"]>) {
  const values = list.flatMap((value) => [<code key={value}>{value}</code>, " "]);
  if (list.length <= MOST_OPEN) {
    return (
      <p className="doc-values">
        Known {name}: {values}
      </p>
    );
  }
  return (
    <details>
      <summary className="doc-fold">
        {list.length} known {name}
      </summary>
      <p className="doc-values">{values}</p>
    </details>
  );
}

/** Names with what they mean. A long name breaks, so that nothing scrolls sideways. */
export function DocFields({ fields }: { fields: readonly DocField[] }) {
  return (
    <dl className="doc-fields">
      {fields.map(({ name, notes, text, values }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> {notes !== "" && <span>{notes}</span>}
          </dt>
          <dd>
            <p>
              <InlineText text={text} />
            </p>
            {values && <KnownValues {...values} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
