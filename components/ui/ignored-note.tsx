import { X } from "lucide-react";
import { IntentLink } from "./intent-link";

interface Props {
  /** Filters as the address has them: `sort=banana`. */
  ignored: readonly string[];
  /** The address without them. */
  href: string;
}

/** Names what stood in the address and was not accepted. To dismiss it is to go to the address without it, also without JavaScript. */
export function IgnoredNote({ ignored, href }: Props) {
  if (ignored.length === 0) return null;
  return (
    <div role="status" className="card mb-4 flex items-start justify-between gap-3 bg-warn-tint px-4 py-2 text-warn-fg">
      <p className="[overflow-wrap:anywhere]">
        Ignored {ignored.length === 1 ? "filter" : "filters"}: {ignored.join(", ")}
      </p>
      <IntentLink href={href} className="no-print shrink-0 p-1 text-inherit">
        <X aria-hidden size={16} />
        <span className="sr-only">Dismiss</span>
      </IntentLink>
    </div>
  );
}
