"use client";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  return (
    <div role="alert" className="py-12">
      <h1 className="text-h1">This page could not be made</h1>
      <p className="mt-2 text-fg-muted">
        The fault is ours{error.digest ? ` (reference ${error.digest})` : ""}. The JSON endpoints may still answer.
      </p>
      <button type="button" className="control mt-4" onClick={reset}>
        Try again
      </button>
    </div>
  );
}
