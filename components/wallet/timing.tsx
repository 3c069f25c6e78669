import { useEffect, useState } from "react";
import { useCountdown } from "@/components/ui/use-countdown";

/** Read out at five, two and one minute only. */
const SPOKEN_SECONDS = [300, 120, 60];

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export function Countdown({ expiresAt, now }: { expiresAt: number; now: () => number }) {
  const [seconds] = useState(() => Math.max(0, Math.round((expiresAt - now()) / 1000)));
  const left = useCountdown(seconds);
  const spoken = SPOKEN_SECONDS.find((seconds) => left <= seconds && left > seconds - 5);
  return (
    <p className="text-small text-fg-muted">
      The quote ends in <span className="tabular-nums">{clockOf(left)}</span>
      <span role="status" className="sr-only">
        {spoken === undefined ? "" : `${spoken / 60} ${spoken === 60 ? "minute" : "minutes"} left. A new quote is one click.`}
      </span>
    </p>
  );
}

/** Since this was first shown; it is not read out. */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="text-small text-fg-muted tabular-nums">{clockOf(seconds)} ago</span>;
}
