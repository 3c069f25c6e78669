"use client";

import { createContext, useContext } from "react";
import { formatDay, formatMoment, formatNear } from "@/lib/domain/pages/format";
import { useNow } from "./use-now";

/** The time at which the page was made: what ages are told by until the browser tells its own. */
const MadeAt = createContext<string | null>(null);

export const MadeAtProvider = MadeAt.Provider;

/** A time or a day as people say it, `2 h ago`, with the exact one in its title. It goes on while the page stands open. */
export function NearTime({ at }: { at: string }) {
  const now = useNow();
  const madeAt = useContext(MadeAt);
  const told = now ?? madeAt;
  const exact = at.length === 10 ? formatDay(at) : formatMoment(at);
  return (
    <time dateTime={at} title={exact}>
      {told === null ? exact : formatNear(at, new Date(told))}
    </time>
  );
}
