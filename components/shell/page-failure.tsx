interface Props {
  /** Under which the log has the fault; null for one in the browser. */
  reference: string | null;
  onRetry(): void;
}

export function PageFailure({ reference, onRetry }: Props) {
  return (
    <div role="alert" className="py-6">
      <h1 className="text-h1">This page could not be made</h1>
      <p className="mt-2 text-fg-muted">The fault is ours, and it is in our log. The other pages and the API may still answer.</p>
      {reference !== null && (
        <p className="mt-2">
          Reference to name when you report it: <code className="font-mono">{reference}</code>
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <button type="button" className="control" onClick={onRetry}>
          Try again
        </button>
        <a href="/">Today</a>
        <a href="/api/health">What works now</a>
      </div>
    </div>
  );
}
