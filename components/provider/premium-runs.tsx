"use client";

import { lazy, type ReactNode } from "react";
import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";
import { DataTable, type Column } from "@/components/ui/data-table";
import { asState, StateChip } from "@/components/ui/state-mark";
import { formatCount, formatDay, formatMoment, formatUptime } from "@/lib/domain/pages/format";
import type { Uptime } from "@/lib/schemas/status";
import { PROBE_EXAMPLE, PROFILE_EXAMPLE, UPTIME_EXAMPLE } from "./examples";
import { ModelPrices } from "./model-prices";
import type { AttentionAnswer, ProbeAnswer, ProfileAnswer } from "./premium-answers";
import { UptimeFacts } from "./uptime-facts";

// What draws an answer is loaded when there is one.
const AttentionShown = lazy(() => import("./attention-answer").then((file) => ({ default: file.AttentionShown })));

interface Props {
  name: string;
  request: PremiumRequest;
}

export function UptimeRun({ name, request }: Props) {
  return (
    <RunBlock<Uptime>
      title="Uptime of a year"
      lead="A class for each of the last 366 days, with uptime by days and by time."
      request={request}
      example={<UptimeFacts uptime={UPTIME_EXAMPLE} name={name} />}
    >
      {(uptime) => <UptimeFacts uptime={uptime} name={name} />}
    </RunBlock>
  );
}

function ProfileShown({ answer }: { answer: ProfileAnswer }) {
  const { status, models, recent_news, recent_news_count, agent_traffic_24h, notes } = answer;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-3">
        <StateChip state={asState(status.state)} />
        {status.last_checked && <span>checked {formatMoment(status.last_checked)}</span>}
        <span>{formatCount(recent_news_count)} articles in 7 days</span>
        <span>{formatCount(agent_traffic_24h)} visits by its crawlers in 24 h</span>
      </p>
      <ModelPrices
        models={models.map(({ id, name: model, pricing, context_window }) => ({
          id,
          name: model,
          input: pricing?.input ?? null,
          output: pricing?.output ?? null,
          context: context_window,
          href: null,
        }))}
      />
      <ul>
        {recent_news.map(({ title, source }) => (
          <li key={title} className="py-1">
            {title} <span className="text-small text-fg-muted">{source}</span>
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="text-small text-fg-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

export function ProfileRun({ name, request }: Props) {
  return (
    <RunBlock<ProfileAnswer>
      title={`Profile of ${name}`}
      lead="State, all models with prices, the newest articles and the visits of the provider's crawlers in one signed answer."
      request={request}
      example={<ProfileShown answer={PROFILE_EXAMPLE} />}
    >
      {(answer) => <ProfileShown answer={answer} />}
    </RunBlock>
  );
}

/** The example is drawn by the server, so that the page needs no code of the chart for it. */
export function AttentionRun({ name, request, example }: Props & { example: ReactNode }) {
  return (
    <RunBlock<AttentionAnswer>
      title="Attention over 90 days"
      lead="The attention index day by day, with articles, trending repositories and crawler visits."
      request={request}
      example={example}
    >
      {(answer) => <AttentionShown name={name} answer={answer} />}
    </RunBlock>
  );
}

const milliseconds = (value: number | null): string => (value === null ? "not timed" : `${Math.round(value)} ms`);

const PROBE_COLUMNS: readonly Column<ProbeAnswer["points"][number]>[] = [
  { label: "Day", cell: ({ date }) => formatDay(date) },
  { label: "Answered", cell: ({ ok_pct: share }) => (share === null ? "unknown" : formatUptime(share * 100)) },
  { label: "Median", cell: ({ total_p50: median }) => milliseconds(median) },
  { label: "95th percentile", cell: ({ total_p95: high }) => milliseconds(high) },
  { label: "Hours with incidents", cell: ({ incident_hours: hours }) => hours },
];

function ProbeShown({ name, answer: { endpoint, summary, points } }: { name: string; answer: ProbeAnswer }) {
  return (
    <>
      <p className="mb-3">
        {endpoint ?? name}: {summary.count} probes,{" "}
        {summary.ok_pct === null ? "none answered or refused by the provider" : `${formatUptime(summary.ok_pct * 100)} answered`},{" "}
        {summary.incident_hours} hours with incidents; {summary.days_with_data} days with data, {summary.days_missing} without.
      </p>
      <details className="chart-table">
        <summary>Table of the days with data</summary>
        <DataTable
          caption={`Days with data of ${endpoint ?? name}`}
          columns={PROBE_COLUMNS}
          rows={points.filter((point) => point.has_data).toReversed()}
          keyOf={({ date }) => date}
        />
      </details>
    </>
  );
}

export function ProbeRun({ name, request }: Props) {
  return (
    <RunBlock<ProbeAnswer>
      title="Measured latency and availability of a year"
      lead="Our own probes by day: share of answers, hours with incidents, percentiles of the time to answer."
      request={request}
      example={<ProbeShown name={name} answer={PROBE_EXAMPLE} />}
    >
      {(answer) => <ProbeShown name={name} answer={answer} />}
    </RunBlock>
  );
}
