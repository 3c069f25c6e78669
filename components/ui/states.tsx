import { formatCount } from "@/lib/domain/pages/format";

/** Says what will appear here, and when. */
export function Empty({ children }: { children: React.ReactNode }) {
  return <p className="py-4 text-fg-muted">{children}</p>;
}

/** Nothing matches: names the filters, offers to clear them, and the change that finds most. */
export function EmptyFiltered({
  children,
  clearHref,
  loosen,
}: {
  children: React.ReactNode;
  clearHref: string;
  loosen?: { href: string; label: string };
}) {
  return (
    <div className="py-4">
      <p className="text-fg-muted">{children}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <a href={clearHref} className="control">
          Clear filters
        </a>
        {loosen && (
          <a href={loosen.href} className="control">
            {loosen.label}
          </a>
        )}
      </p>
    </div>
  );
}

/** Counts what is there when it is not all: `Scores for 18 of 24 models`. */
export function Partial({ label, shown, total, noun }: { label: string; shown: number; total: number; noun: string }) {
  if (shown === total) return null;
  return (
    <p className="text-small text-fg-muted">
      {label} {formatCount(shown)} of {formatCount(total)} {noun}
    </p>
  );
}

/** What a reader must know about a call: its price, a refused token, that nothing was charged. */
export function Note({ tone = "info", children }: { tone?: "info" | "warn" | "bad" | "ok"; children: React.ReactNode }) {
  return <div className={`note note-${tone}`}>{children}</div>;
}
