import { text } from "@/lib/domain/pages/docs/doc";
import { formatCount } from "@/lib/domain/pages/format";
import { catalogOf } from "../catalog";
import { limitsOf } from "../limits";
import { limitHeaders } from "@/lib/http/limits/limits";
import { defineGuide } from "./guide";

type Row = ReturnType<typeof limitsOf>[number];

function boundWords({ min, max, unit }: Row): string {
  const range = [min, max].flatMap((bound) => (bound === null ? [] : [formatCount(bound)]));
  return `${range.join(" to ")} ${unit}`;
}

const noteWords = ({ default: standard, note }: Row): string =>
  [standard === null ? "" : `${formatCount(standard)} unless the call says otherwise.`, note ?? ""].filter((part) => part !== "").join(" ");

/** Bounds and notes share a cell, so that the table has three columns and fits a phone. */
const boundsOf = (row: Row): string => [`${boundWords(row)}.`, noteWords(row)].join(" ").trim();

const headerNames = (): string[] => Object.keys(limitHeaders("free", { isAllowed: true, remaining: 0, resetSeconds: 1 }));

export const limitsGuide = defineGuide({
  id: "limits",
  title: "Limits",
  about: "Know how often you may ask, how much a call may ask for, and what happens beyond that.",
  sections: (site) => [
    {
      title: "Beyond a limit",
      blocks: [
        text(
          "A call beyond a rate is refused with 429, and `Retry-After` says for how many seconds to wait. Calls that are paid by a token are not limited by address. A value beyond its range is refused with 400, which names what is accepted; nothing is charged.",
        ),
        text(
          `Answers that no CDN may keep say where you stand in ${headerNames()
            .map((name) => `\`${name}\``)
            .join(", ")}.`,
        ),
      ],
    },
    {
      title: "All limits",
      blocks: [
        {
          kind: "table",
          label: "Table of all limits",
          head: ["Limit", "Applies to", "Bounds"],
          rows: limitsOf(catalogOf(site))
            .filter(({ max }) => max !== null)
            .map((row) => [row.limit, row.applies_to, boundsOf(row)]),
        },
      ],
    },
  ],
});
