import type { ComparedColumn } from "@/components/models/compare-table";
import { fillPath, hrefWith } from "@/lib/pages/address";
import { comparePage } from "@/lib/pages/compare";
import { modelPage } from "@/lib/pages/model";
import { isListed, type Choice } from "../chosen-models";

/** A column's name in an address: a listed model's key, or what was asked for. */
const nameOf = (entry: Choice["chosen"][number]): string => (isListed(entry) ? entry.key : entry.asked);

const compareHref = (ids: readonly string[]): string => hrefWith(comparePage, { ids }, {});

/** The columns in the order of the address, each with the addresses that move it. */
export function columnsOf(chosen: Choice["chosen"]): ComparedColumn[] {
  const ids = chosen.map(nameOf);
  const swapped = (one: number, other: number): string | null => {
    if (ids[one] === undefined || ids[other] === undefined) return null;
    const moved = [...ids];
    [moved[one], moved[other]] = [ids[other], ids[one]];
    return compareHref(moved);
  };
  return chosen.map((entry, index) => {
    const moves = { left: swapped(index, index - 1), right: swapped(index, index + 1), without: compareHref(ids.toSpliced(index, 1)) };
    if (isListed(entry)) {
      const href = fillPath(modelPage.path, { provider: entry.providerId, id: entry.model.id });
      return { key: entry.key, name: entry.name, href, beside: entry.provider, closest: [], ...moves };
    }
    const { asked, isAmbiguous, closest } = entry;
    const beside = closest.length === 0 ? "nothing is called so" : isAmbiguous ? "which one?" : "closest names:";
    return {
      key: `asked ${asked}`,
      name: isAmbiguous ? `several models: ${asked}` : `not found: ${asked}`,
      href: null,
      beside,
      closest: closest.map(({ key, name }) => ({ name, href: compareHref(ids.with(index, key)) })),
      ...moves,
    };
  });
}
