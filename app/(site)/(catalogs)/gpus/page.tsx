import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, optionsOf, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Empty } from "@/components/ui/states";
import { gpuBoard } from "@/lib/domain/gpu/gpu-board";
import { SET_ASIDE_REASONS } from "@/lib/domain/gpu/set-aside";
import { formatCount, formatGpuHour, formatMoment } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { gpuSeries } from "@/lib/endpoints/gpu/pricing/series";
import { hrefOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { gpusPage } from "@/lib/pages/gpus";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../catalog-list";
import { boardColumns, ListPrices, providerNamed, type Board, type Course } from "./columns";
import { GpuDetail } from "./gpu-detail";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(gpusPage, readSearch(gpusPage, await searchParams));

const VRAM = [
  { value: "24", label: "24 GB and more" },
  { value: "48", label: "48 GB and more" },
  { value: "80", label: "80 GB and more" },
  { value: "141", label: "141 GB and more" },
];

/** Sources that failed are named with the time of their last reading: their prices are as old as that. */
function FailedSources({ errors }: { errors: Board["errors"] }) {
  if (errors.length === 0) return null;
  return (
    <p className="mt-1">
      {errors
        .map(
          ({ provider, last_read: at }) =>
            `${providerNamed(provider)} could not be read ${at === null ? "yet" : `since ${formatMoment(at)}`}`,
        )
        .join("; ")}
      .
    </p>
  );
}

/** Prices that a source states and nobody should believe, with what speaks against them. */
function SetAside({ offers }: { offers: Board["offers"] }) {
  const said = offers.flatMap(({ provider, gpu_canonical: gpu, set_aside: prices }) =>
    prices.map(
      ({ price, usd_hr: usd, reason }) =>
        `${providerNamed(provider)}: ${gpu} ${price === "spot" ? "spot" : "on demand"} at ${formatGpuHour(usd)}, ${SET_ASIDE_REASONS[reason]}`,
    ),
  );
  return said.length === 0 ? null : <p className="mt-1">Set aside: {said.join("; ")}.</p>;
}

const MOST_RENTED = ["B200", "H200", "H100", "A100-80GB", "L40S", "RTX-4090"] as const;

/** Place among the GPUs that are rented most, for those of which there are as many offers. */
function rentedMost(gpu: string): number {
  const place = MOST_RENTED.findIndex((shown: string) => shown === gpu);
  return place === -1 ? MOST_RENTED.length : place;
}

/** The last 30 days of each GPU that is live, by name. */
async function coursesOf(gpus: readonly string[]): Promise<(gpu: string) => Course> {
  const courses = await Promise.all(
    gpus.map(async (gpu) => {
      const outcome = await blockAnswer(gpuSeries, { gpu });
      const points = outcome.kind === "answer" ? outcome.answer.points : [];
      return [gpu, points.map(({ cheapest_on_demand_usd_hr: usd }) => usd)] as const;
    }),
  );
  const byGpu = new Map<string, Course>(courses);
  return (gpu) => byGpu.get(gpu) ?? [];
}

function Filters({ values, gpus }: { values: ValuesOf<typeof gpusPage>; gpus: readonly string[] }) {
  const { q, vram, gpu } = values;
  return (
    <FilterForm action={gpusPage.path} address={hrefOf(gpusPage, values)} chosen={[q, vram, gpu].filter((value) => value !== null).length}>
      <Words value={q} placeholder="GPU or provider" />
      <Choice name="vram" label="Memory" value={vram === null ? "" : String(vram)} any="Any" options={VRAM} />
      <Choice name="gpu" label="All offers of" value={gpu ?? ""} any="None" options={optionsOf(gpus)} />
    </FilterForm>
  );
}

export default async function GpusPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(gpusPage, await searchParams);
  const outcome = await blockAnswer(gpuPricing);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const offers = answer?.snapshot.offers ?? [];
  const board = gpuBoard(offers);
  const rows = rowsWith(board, values.q, ({ gpu }) => {
    const own = offers.filter((offer) => offer.gpu_canonical === gpu);
    return `${gpu} ${own.map(({ provider }) => providerNamed(provider)).join(" ")}`;
  }).filter(({ vram }) => values.vram === null || (vram !== null && vram >= values.vram));
  const live = rows.filter((row) => row.live !== null || row.spot !== null).toSorted((a, b) => rentedMost(a.gpu) - rentedMost(b.gpu));
  const courseOf = await coursesOf(live.map(({ gpu }) => gpu));
  return (
    <PageFrame
      frame={frameOf(gpusPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(gpusPage, values)} />
      <Filters values={values} gpus={board.map(({ gpu }) => gpu).toSorted()} />
      {values.gpu !== null && <GpuDetail gpu={values.gpu} offers={offers.filter(({ gpu_canonical: gpu }) => gpu === values.gpu)} />}
      <Block
        title={live.length === 0 ? "GPUs for rent now" : `${formatCount(live.length)} GPUs for rent now`}
        more={csvLink(gpuPricing)}
        hasStamp={false}
        note="US dollars per GPU and hour, without taxes, storage and traffic."
        load={async () => outcome}
        render={({ snapshot }) =>
          snapshot.offers.every(({ is_live: isLive }) => !isLive) ? (
            <Empty>No price has been read at a provider yet. They are read every 4 hours; what people read before stands below.</Empty>
          ) : (
            <>
              <CatalogList
                page={gpusPage}
                values={values}
                rows={live}
                columns={boardColumns({ board: live, courseOf, values })}
                keyOf={({ gpu }) => gpu}
                noun="GPUs"
                className="end-in-head gpu-board"
              />
              <div className="mt-4 text-small text-fg-muted">
                <p>
                  Every price here was read by this service at the provider, at the time beside it; the course is that of the cheapest on
                  demand. A bar spans the lowest to the highest on-demand price on one logarithmic scale for all rows, with the median
                  across; a ring is the cheapest spot price, which may be interrupted.
                </p>
                <SetAside offers={snapshot.offers} />
                <FailedSources errors={snapshot.errors} />
              </div>
            </>
          )
        }
      />
      <ListPrices board={rows} values={values} />
    </PageFrame>
  );
}
