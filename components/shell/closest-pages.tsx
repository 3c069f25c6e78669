"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { closestEntries } from "./closest-entries";
import { paletteEntries, type PaletteEntry } from "@/lib/domain/pages/palette-index";

const SHOWN = 5;

async function closestTo(path: string): Promise<PaletteEntry[]> {
  const [answer, { matchSorter }] = await Promise.all([fetch("/palette.json"), import("match-sorter")]);
  if (!answer.ok) return [];
  const entries = paletteEntries(await answer.json());
  const last = decodeURIComponent(path).split("/").findLast(Boolean) ?? "";
  return closestEntries(matchSorter, entries, last, ["words", "label"]).slice(0, SHOWN);
}

/** Pages whose names resemble the address that was not found; nothing without one or without the index. */
export function ClosestPages() {
  const path = usePathname();
  const [entries, setEntries] = useState<readonly PaletteEntry[]>([]);
  useEffect(() => {
    let isCurrent = true;
    closestTo(path).then(
      (found) => isCurrent && setEntries(found),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [path]);
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="closest" className="mt-6">
      <h2 id="closest" className="text-h2">
        Did you mean
      </h2>
      <ul className="mt-2">
        {entries.map(({ href, label, kind }) => (
          <li key={href} className="py-1">
            <a href={href}>{label}</a> <span className="text-small text-fg-muted">{kind}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
