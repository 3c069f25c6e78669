import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import type { Column } from "@/components/ui/data-table";
import { Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { IntentLink } from "@/components/ui/intent-link";
import { StateChip } from "@/components/ui/state-mark";
import { formatCount, formatDay, formatPrice, formatUptime } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { models } from "@/lib/endpoints/models";
import { retirements } from "@/lib/endpoints/models/retirements";
import { statusDays } from "@/lib/endpoints/status/days";
import { fillPath, hrefOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelsPage } from "@/lib/pages/models";
import { providerPage } from "@/lib/pages/provider";
import { ENDS_OF_A_YEAR, EVERY_LISTING, providersPage } from "@/lib/pages/providers";
import { retirementsPage } from "@/lib/pages/retirements";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { servicesOutcome } from "@/lib/pages/service-summary";
import { CatalogList } from "../(catalogs)/catalog-list";
import { providerRows, type ProviderRow } from "./provider-rows";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(providersPage, readSearch(providersPage, await searchParams));

const DASH = "–";

const COLUMNS: readonly Column<ProviderRow>[] = [
  {
    name: "name",
    label: "Provider",
    value: ({ name }) => name,
    cell: ({ id, name }) => <IntentLink href={fillPath(providerPage.path, { id })}>{name}</IntentLink>,
  },
  {
    label: "Now",
    isText: true,
    cell: ({ state, services, isRead }) =>
      state === null || !isRead ? (
        <span className="text-fg-muted">{state === null ? "not followed" : "not read yet"}</span>
      ) : (
        <>
          <StateChip state={state} />
          {services > 1 && <small>the worst of {services} services</small>}
        </>
      ),
  },
  {
    name: "uptime",
    label: "Uptime",
    unit: "30 days",
    first: "asc",
    value: ({ uptime }) => uptime,
    cell: ({ uptime }) => (uptime === null ? DASH : formatUptime(uptime)),
  },
  {
    name: "models",
    label: "Models",
    first: "desc",
    value: ({ models: count }) => count,
    cell: ({ id, models: count }) => (count === 0 ? DASH : <a href={hrefOf(modelsPage, { provider: id })}>{formatCount(count)}</a>),
  },
  {
    name: "lowest",
    label: "Blended price",
    unit: "$ per 1M",
    value: ({ lowest }) => lowest,
    cell: ({ lowest, highest }) =>
      lowest === null || highest === null
        ? DASH
        : lowest === highest
          ? formatPrice(lowest)
          : `${formatPrice(lowest)} to ${formatPrice(highest)}`,
  },
  {
    name: "ends",
    label: "Models that end",
    unit: "12 months",
    first: "desc",
    value: ({ ends }) => (ends === 0 ? null : ends),
    cell: ({ id, ends, nextEnd }) =>
      nextEnd === null ? (
        DASH
      ) : (
        <>
          <a href={hrefOf(retirementsPage, { host: id })}>{formatCount(ends)}</a>
          <small>next {formatDay(nextEnd)}</small>
        </>
      ),
  },
];

export default async function ProvidersPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(providersPage, await searchParams);
  const [outcome, services, days, ends] = await Promise.all([
    blockAnswer(models, EVERY_LISTING),
    servicesOutcome(),
    blockAnswer(statusDays),
    blockAnswer(retirements, ENDS_OF_A_YEAR),
  ]);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const all =
    answer === null
      ? []
      : providerRows({
          list: answer,
          services: services.kind === "answer" ? services.answer.services : null,
          days: days.kind === "answer" ? days.answer.services : null,
          ends: ends.kind === "answer" ? ends.answer.retirements : null,
        });
  const rows = rowsWith(all, values.q, ({ id, name }) => `${name} ${id}`);
  return (
    <PageFrame
      frame={frameOf(providersPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(providersPage, values)} />
      <FilterForm action={providersPage.path} address={hrefOf(providersPage, values)} chosen={values.q === null ? 0 : 1}>
        <Words value={values.q} placeholder="Provider" />
      </FilterForm>
      <Block
        title={`${formatCount(rows.length)} providers`}
        more={csvLink(models, EVERY_LISTING)}
        hasStamp={false}
        load={async () => outcome}
        render={() => (
          <>
            <CatalogList page={providersPage} values={values} rows={rows} columns={COLUMNS} keyOf={({ id }) => id} noun="providers" />
            <p className="mt-4 text-small text-fg-muted">
              The state is what each provider publishes of itself; its uptime is that of its service that did worst. Prices are the mean of
              input and output, without what is given away.
            </p>
          </>
        )}
      />
    </PageFrame>
  );
}
