import type { Retirement } from "@/lib/schemas/models/retirement";
import { changePages } from "@/lib/domain/history/changes/change-pages";
import { retirementText, retirementTitle } from "@/lib/domain/models/retirements/retirement-words";

/** An entry of a feed; a day that moved makes a new one. */
export interface RetirementItem {
  id: string;
  url: string;
  title: string;
  text: string;
  at: string;
  tags: string[];
  source: { name: string; url: string | null };
}

const dayText = ({ retires_on: day, precision }: Retirement): string =>
  day === null ? "no day announced" : precision === "earliest" ? `from ${day} on` : `on ${day}`;

/** When it was announced where that is known, and otherwise first read. */
function timeOf({ announced_on: announced, first_seen_at: seen, moved_at: movedAt }: Retirement): string {
  if (movedAt !== null) return movedAt;
  return announced !== null && announced.length === 10 ? `${announced}T00:00:00.000Z` : seen;
}

/** The newest first. */
export const retirementItems = (retirements: readonly Retirement[], baseUrl: string, most: number): RetirementItem[] =>
  retirements
    .map((end) => ({
      id: `retirement/${end.host}/${end.model}/${end.moved_from.length}`,
      url: `${baseUrl}${changePages.model(end.host, end.model)}`,
      title: `${retirementTitle(end)}, ${dayText(end)}`,
      text: retirementText(end),
      at: timeOf(end),
      tags: [end.host, end.state],
      source: { name: end.source, url: end.source_url },
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id, "en"))
    .slice(0, most);
