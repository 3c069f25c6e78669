"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

interface Entry {
  label: string;
  kind: string;
  href: string;
  words: string;
}

const SHOWN = 5;

async function closestTo(path: string): Promise<Entry[]> {
  const [answer, { matchSorter }] = await Promise.all([fetch("/palette.json"), import("match-sorter")]);
  if (!answer.ok) return [];
  const entries = (await answer.json()) as Entry[];
  const words = path.split(/[^a-zA-Z0-9.]+/).filter((word) => word.length > 2);
  const found = words.toReversed().flatMap((word) => matchSorter(entries, word, { keys: ["label", "words", "href"] }));
  return [...new Map(found.map((entry) => [entry.href, entry])).values()].slice(0, SHOWN);
}

/** Pages whose names resemble the address that was not found; nothing when none does or the index cannot be read. */
export function ClosestPages() {
  const path = usePathname();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
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
