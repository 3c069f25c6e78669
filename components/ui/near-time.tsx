"use client";

import { formatMoment, formatNear } from "@/lib/domain/pages/format";
import { useNow } from "./use-now";

interface Props {
  at: string;
  /** The time at which the page was made: what is said until the browser tells its own. */
  madeAt: string;
}

/** A time as people say it, `2 h ago`, with the exact one in its title. It goes on while the page stands open. */
export function NearTime({ at, madeAt }: Props) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatNear(at, new Date(now ?? madeAt))}
    </time>
  );
}
