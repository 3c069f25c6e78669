"use client";

import { catchError } from "next/error";

/** What rendering threw is named by the digest under which the server logged it. */
export const BlockBoundary = catchError((_props, { error, retry }) => (
  <div role="alert" data-failed-block className="rounded-control border border-border bg-bad-tint p-3 text-bad-fg">
    <p className="font-medium">This part of the page could not be shown. The fault is ours.</p>
    {error instanceof Error && "digest" in error && (
      <p className="mt-1 text-small">
        request <code className="font-mono">{String(error.digest)}</code>
      </p>
    )}
    <button type="button" className="control mt-2" onClick={retry}>
      Retry
    </button>
  </div>
));
