import { ScoreStripCell } from "@/components/charts/score-strip";
import { serviceTime } from "@/lib/config/clock";
import { utcDay } from "@/lib/domain/basics/date-range";
import { IntentLink } from "@/components/ui/intent-link";
import { TYPICAL_CALL_WORDS, typicalCost } from "@/lib/domain/models/typical-call";
import { hasEnded } from "@/lib/domain/models/model-life";
import { formatCallCost, formatCount, formatDayOrMonth, formatDistance } from "@/lib/domain/pages/format";
import { fillPath } from "@/lib/pages/address";
import { modelPage } from "@/lib/pages/model";
import type { Standing } from "./cheaper";
import type { FoundModel } from "./find-model";

interface Tile {
  label: string;
  value: React.ReactNode;
  small: React.ReactNode;
}

function callTile({ model }: FoundModel): Tile {
  const usd = typicalCost(model.inputPrice, model.outputPrice);
  if (model.freeListing) return { label: "A typical call", value: "Given away here", small: TYPICAL_CALL_WORDS };
  return { label: "A typical call", value: usd === null ? "Price not published" : formatCallCost(usd), small: TYPICAL_CALL_WORDS };
}

function abilityTile(standing: Standing | null): Tile {
  if (standing === null) return { label: "Ability", value: "Not known", small: "too few scores are published" };
  const { own, place, sold } = standing;
  return {
    label: "Ability",
    value: (
      <>
        {own.ability} <ScoreStripCell scores={sold} score={own.ability} lowest={Math.min(...sold)} highest={Math.max(...sold)} />
      </>
    ),
    small: `${formatCount(place)} of ${formatCount(sold.length)} that are sold; ${own.low} to ${own.high}`,
  };
}

const distanceOf = (day: string): string => (day.length === 10 ? formatDistance(day, utcDay(serviceTime())) : "the day is not known");

function endTile({ model }: FoundModel): Tile {
  const day = model.retiresOn ?? model.deprecationDate;
  const label = hasEnded(model.status) ? "Ended" : "Ends";
  if (model.status === "active" && day === null) return { label, value: "No end announced", small: "as far as we have read" };
  if (day === null) return { label, value: hasEnded(model.status) ? "No longer sold" : "Announced", small: "without a day" };
  return { label, value: formatDayOrMonth(day), small: model.precision === "earliest" ? "not before this day" : distanceOf(day) };
}

function cheaperTile(standing: Standing | null): Tile {
  const label = "Cheaper and as able";
  const best = standing?.cheaper?.[0];
  if (standing === null) return { label, value: "Not known", small: "too few scores are published" };
  if (standing.cheaper === null) return { label, value: "Not known", small: "its own price is not published" };
  if (!best) return { label, value: "None", small: "nothing as able costs less" };
  const call = typicalCost(best.input, best.output);
  return {
    label,
    value: <IntentLink href={fillPath(modelPage.path, { provider: best.providerId, id: best.id })}>{best.name}</IntentLink>,
    small: `${call === null ? "" : `${formatCallCost(call)} a call, `}ability ${best.ability}`,
  };
}

/** What most readers come for: the cost of a call, the ability, the end, and what costs less. */
export function Glance({ found, standing, children }: { found: FoundModel; standing: Standing | null; children: React.ReactNode }) {
  return (
    <section aria-label="At a glance" className="card mb-4 p-4">
      <dl className="fact-list glance">
        {[callTile(found), abilityTile(standing), endTile(found), cheaperTile(standing)].map(({ label, value, small }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
              <small>{small}</small>
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
