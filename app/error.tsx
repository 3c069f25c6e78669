"use client";

import { PageFailure } from "@/components/shell/page-failure";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  return <PageFailure reference={error.digest ?? null} onRetry={reset} />;
}
