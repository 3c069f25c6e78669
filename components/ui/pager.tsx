import { formatCount } from "@/lib/domain/pages/format";
import { IntentLink } from "./intent-link";

interface Props {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  total: number;
  /** What is counted: `models`. */
  noun: string;
  hrefOf: (page: number) => string;
}

/** Links to the other pages of a list; the address of the first page has no page number. */
export function Pager({ page, pageSize, total, noun, hrefOf }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <nav aria-label="Pages" className="no-print mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-fg-muted">
        {formatCount(first)} to {formatCount(Math.min(total, page * pageSize))} of {formatCount(total)} {noun}
      </p>
      <div className="flex gap-2">
        {page > 1 && (
          <IntentLink href={hrefOf(page - 1)} rel="prev" className="control">
            Previous
          </IntentLink>
        )}
        <span className="self-center px-1 text-fg-muted">
          Page {page} of {pages}
        </span>
        {page < pages && (
          <IntentLink href={hrefOf(page + 1)} rel="next" className="control">
            Next
          </IntentLink>
        )}
      </div>
    </nav>
  );
}
