import type { ProviderService, Probed } from "@/components/provider/services";
import type { Tile } from "@/components/ui/glance";
import { NearTime } from "@/components/ui/near-time";
import { StateChip } from "@/components/ui/state-mark";
import { serviceTime } from "@/lib/config/clock";
import { countServices } from "@/lib/domain/status/current-states";
import { incidentsWithin } from "@/lib/domain/status/incidents-within";
import { formatMinutes, formatUptime, plural } from "@/lib/domain/pages/format";
import type { incidents } from "@/lib/endpoints/incidents";
import type { AnswerOf } from "@/lib/pages/answer";
import type { Uptime } from "@/lib/schemas/status";

const WEEK = 7;

const UNFOLLOWED = "no status page is followed";

interface Known {
  services: readonly ProviderService[];
  /** The newest ones; null where they could not be read. */
  incidents: AnswerOf<typeof incidents>["incidents"] | null;
  uptime: Uptime | null;
  probes: readonly Probed[];
  /** Whether any API of it is probed. */
  isProbed: boolean;
}

function nowTile({ services }: Known): Tile {
  const { worst } = countServices(services.map(({ now }) => now.state));
  const since = services.find(({ now }) => now.state === worst)?.since ?? null;
  const last = services.map(({ now }) => now.lastKnown).find((known) => known !== null) ?? null;
  if (services.length === 0) return { label: "Now", value: <StateChip state="unknown" />, small: UNFOLLOWED };
  return {
    label: "Now",
    value: <StateChip state={worst} />,
    small:
      worst === "unknown" && last !== null ? (
        <>
          last known {last.state}, <NearTime at={last.at} />
        </>
      ) : since !== null ? (
        <>
          began <NearTime at={since} />
        </>
      ) : worst !== "unknown" ? (
        "as its status page says"
      ) : services.every(({ lastChecked }) => lastChecked === null) ? (
        "its status page was not read yet"
      ) : (
        "its status page cannot be read"
      ),
  };
}

function weekTile({ services, incidents: list, uptime }: Known): Tile {
  const label = "Last 7 days";
  const hasData = (uptime?.days_with_data ?? 0) > 0;
  if (list === null || (list.length === 0 && !hasData)) {
    return { label, value: "Not known", small: services.length === 0 ? UNFOLLOWED : "nothing was read yet" };
  }
  const { count, minutes } = incidentsWithin(list, WEEK, serviceTime());
  if (count === 0) return { label, value: "No incident", small: "as far as we have read" };
  return { label, value: plural(count, "incident"), small: `${formatMinutes(minutes)} in all` };
}

function uptimeTile({ services, uptime }: Known): Tile {
  const label = "Uptime of 30 days";
  if (uptime === null || uptime.uptime_pct === null) {
    return { label, value: "Not known", small: services.length === 0 ? UNFOLLOWED : "no day was captured yet" };
  }
  return { label, value: formatUptime(uptime.uptime_pct), small: `${uptime.days_with_data} of ${uptime.days_total} days captured` };
}

function probeTile({ probes: [first], isProbed }: Known): Tile {
  const label = "Our own calls, 24 h";
  if (!first) return { label, value: "None", small: isProbed ? "no probe was made yet" : "no API of it is probed" };
  const median = first.total.p50 === null ? "not timed" : `median ${Math.round(first.total.p50)} ms`;
  return { label, value: formatUptime(first.ok_pct * 100), small: `were answered, ${median}` };
}

/** Whether it is down, whether it was, and what our own calls saw: what most readers come for. */
export const glanceTiles = (known: Known): Tile[] => [nowTile(known), weekTile(known), uptimeTile(known), probeTile(known)];
