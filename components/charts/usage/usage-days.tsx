"use client";

import { usageDayText, type UsageSeries } from "@/lib/domain/money/usage-series";

/** The browser writes these sentences too, so that they are not sent a second time as React's data. */
export function UsageDays({ series }: { series: UsageSeries }) {
  return (
    <details className="chart-table">
      <summary>Each day in words</summary>
      <ol>
        {series.days.map((_, index) => (
          <li key={index}>{usageDayText(series, index)}</li>
        ))}
      </ol>
    </details>
  );
}
