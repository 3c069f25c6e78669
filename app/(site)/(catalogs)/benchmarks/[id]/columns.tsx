import type { Column } from "@/components/ui/data-table";
import { ScoreDot } from "@/components/charts/score-strip";
import { IntentLink } from "@/components/ui/intent-link";
import { formatDay, formatMonth, formatScore } from "@/lib/domain/pages/format";
import { placeOf } from "@/lib/domain/pages/host-of";
import { fillPath, hrefWith } from "@/lib/pages/address";
import { benchmarkPage } from "@/lib/pages/benchmark";
import type { PathValues, ValuesOf } from "@/lib/pages/define";
import { modelPage } from "@/lib/pages/model";
import { besideModel } from "../score-kinds";
import { historyName, type ScoreBoard, type ScoreRow } from "./score-rows";

interface Facts {
  board: ScoreBoard;
  values: ValuesOf<typeof benchmarkPage>;
  path: PathValues;
  sourceNames: ReadonlyMap<string, string>;
}

/** A score may be known to the day or to the month. */
const dayOf = (date: string): string => (date.length > 7 ? formatDay(date) : formatMonth(date));

/** Names of sources go on with how they were collected. */
const shortName = (name: string): string => name.split(/[,:(]/)[0]?.trim() ?? name;

function OtherReadings({ detail: { others, lowest, highest } }: ScoreRow) {
  if (others === 0) return null;
  const count = `${others} more ${others === 1 ? "reading" : "readings"}`;
  return (
    <small>{lowest === undefined || highest === undefined ? count : `${count}, ${formatScore(lowest)} to ${formatScore(highest)}`}</small>
  );
}

export function columnsFor({ board, values, path, sourceNames }: Facts): Column<ScoreRow>[] {
  const scores = board.rows.flatMap(({ score, detail }) => [score, detail.lowest ?? score, detail.highest ?? score]);
  const domain = [Math.floor(Math.min(100, ...scores) / 10) * 10, 100] as const;
  return [
    {
      name: "name",
      label: "Model",
      value: ({ model }) => model.model,
      cell: ({ model, listing }) => (
        <>
          {listing ? (
            <IntentLink href={fillPath(modelPage.path, { provider: listing.providerId, id: listing.listing.id })}>{model.model}</IntentLink>
          ) : (
            model.model
          )}
          <small>{besideModel(model)}</small>
        </>
      ),
    },
    { name: "rank", label: "Rank", value: ({ rank }) => rank, cell: ({ rank }) => rank ?? "–" },
    {
      name: "score",
      label: "Score",
      first: "desc",
      // Scores on other task sets have no place among these.
      value: ({ rank, score }) => (rank === null ? null : score),
      cell: (row) => (
        <>
          {formatScore(row.score)}
          <OtherReadings {...row} />
        </>
      ),
    },
    {
      name: "dot",
      label: `${domain[0]} to ${domain[1]}`,
      cell: ({ score, detail }) => (
        <ScoreDot score={score} lowest={detail.lowest ?? score} highest={detail.highest ?? score} domain={domain} />
      ),
    },
    {
      name: "word",
      label: "By whose word",
      isText: true,
      cell: ({ detail: { kind, source, source_url: url, variant, config } }) => {
        const name = url ? placeOf(url) : shortName(sourceNames.get(source) ?? source);
        const beside = [variant === board.common ? null : variant, config].filter(Boolean).join(", ");
        return (
          <>
            {kind}: {url ? <a href={url}>{name}</a> : name}
            {beside !== "" && <small>{beside}</small>}
          </>
        );
      },
    },
    {
      name: "date",
      label: "Day",
      first: "desc",
      value: ({ detail }) => detail.date ?? null,
      cell: ({ model, detail }) => (
        <>
          <span className="whitespace-nowrap">{detail.date === undefined ? "undated" : dayOf(detail.date)}</span>
          <small>
            <IntentLink href={`${hrefWith(benchmarkPage, values, { model: historyName(model), page: values.page }, path)}#course`}>
              by day<span className="sr-only">: {model.model}</span>
            </IntentLink>
          </small>
        </>
      ),
    },
  ];
}
