"use client";

import { PageFailure } from "@/components/shell/page-failure";
import "./globals.css";

/** Stands in for the whole document when its frame could not be made either. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  return (
    <html lang="en">
      <body>
        <title>This page could not be made</title>
        <main className="mx-auto max-w-[1200px] px-4">
          <PageFailure reference={error.digest ?? null} onRetry={reset} />
        </main>
      </body>
    </html>
  );
}
