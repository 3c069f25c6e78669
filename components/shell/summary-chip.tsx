"use client";

import { NearTime } from "@/components/ui/near-time";
import { StateChip } from "@/components/ui/state-mark";
import { useNow } from "@/components/ui/use-now";
import { countsInWords, isTrusted, type ServiceSummary } from "@/lib/domain/status/current-states";

/** What is known of all services. In a tab that was left alone it becomes unknown, and says what was last known. */
export function SummaryChip({ counts, isOld: wasOld, checkedAt, cadenceSeconds }: ServiceSummary) {
  const now = useNow();
  const isOld = now === null ? wasOld : !isTrusted(checkedAt, cadenceSeconds, new Date(now));
  const words = checkedAt === null ? "No status page read yet" : countsInWords(counts);
  return (
    <a href="/status" className="plain-link inline-flex items-center gap-2 text-small max-sm:hidden">
      <StateChip state={isOld ? "unknown" : counts.worst} />
      <span className="max-lg:sr-only">
        {isOld && checkedAt !== null && (
          <>
            Last known, <NearTime at={checkedAt} />
            {": "}
          </>
        )}
        {words}
      </span>
    </a>
  );
}
