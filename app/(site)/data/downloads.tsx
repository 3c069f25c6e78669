import { Block } from "@/components/blocks/block";
import { ListedTable } from "@/components/ui/data-table";
import { Empty } from "@/components/ui/states";
import { SNAPSHOT_TYPES, type SnapshotType } from "@/lib/domain/history/history-spans";
import { formatBytes, formatCount, formatDay, plural } from "@/lib/domain/pages/format";
import { bulk } from "@/lib/endpoints/bulk";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";

type Day = AnswerOf<typeof bulk>["days"][number];

const WORDS: Record<SnapshotType, string> = {
  pricing: "Prices",
  models: "Models",
  benchmarks: "Benchmark scores",
  capability: "Capability",
  status: "Status of services",
  "agent-activity": "Visits of crawlers",
  attention: "Attention index",
  gpu: "GPU prices",
};

function rowsOf({ files }: Day) {
  const linkOf = (type: SnapshotType, format: Day["files"][number]["format"]) => {
    const file = files.find((one) => one.type === type && one.format === format);
    return file ? (
      <a href={file.url} download>
        {formatBytes(file.bytes)}
      </a>
    ) : (
      "–"
    );
  };
  const taken = SNAPSHOT_TYPES.filter((type) => files.some((file) => file.type === type));
  return taken.map((type) => ({
    key: type,
    cells: [
      WORDS[type],
      formatCount(files.find((file) => file.type === type)?.rows ?? 0),
      <span key="csv">{linkOf(type, "csv")}</span>,
      <span key="parquet">{linkOf(type, "parquet")}</span>,
    ],
  }));
}

/** What there is to take, with one click each: the newest day's files. */
export function Downloads() {
  return (
    <Block
      title="Take it with you"
      hasStamp={false}
      more={{ href: bulk.path, label: "Files of earlier days" }}
      load={() => blockAnswer(bulk, { limit: "1" })}
      render={({ count, days: [newest] }) =>
        newest ? (
          <>
            <p className="mb-2 text-small text-fg-muted">
              As it was on {formatDay(newest.date)}, {count === 1 ? "the first day" : `the newest of ${plural(count, "day")}`}. Free.
            </p>
            <ListedTable label="Table of downloads" head={["What", "Rows", "CSV", "Parquet"]} rows={rowsOf(newest)} />
          </>
        ) : (
          <Empty>The first files are written at 07:00 UTC. Until then each dataset below can be taken as it is now.</Empty>
        )
      }
    />
  );
}
