import { and, asc, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { changeDays } from "@/db/schema/changes";
import { scoreSpans, snapshots } from "@/db/schema/history";
import { retirements, retirementStatements } from "@/db/schema/retirements";
import { kevEntries } from "@/db/schema/security";
import { incidents, statusTransitions } from "@/db/schema/status";
import { orNull, rowsOf, text, time, valueOf } from "@/db/statements";
import type { SnapshotType } from "@/lib/domain/history/history-spans";
import type { RetirementPrecision } from "@/lib/domain/models/retirements/retirement";
import type { KnownState } from "@/lib/domain/status/service-state";

const DAY = { date: text, at: time, previous: orNull(text) };

/** Captured days whose changes are not listed yet, oldest first, each with the captured day before it. */
export const listUnlistedDays = (db: Db, type: SnapshotType, limit: number) =>
  rowsOf(
    db,
    DAY,
    sql`
    select s.date::text as date, s.captured_at as at, s.previous::text as previous from (
      select date, captured_at, lag(date) over (order by date) as previous from ${snapshots} where type = ${type}
    ) s
    where not exists (select from ${changeDays} d where d.type = ${type} and d.date = s.date)
    order by s.date limit ${limit}`,
  );

const { benchmarkKey, benchmark, name, makerId, score, source, sourceUrl } = scoreSpans;
const ENTRY = { benchmarkKey, benchmark, name, makerId, score, source, sourceUrl, from: orNull(valueOf<number>()) };

/** Scores of a captured day that were another, or none, on the captured day before. */
export const listNewScores = (db: Db, date: string, previous: string) =>
  rowsOf(
    db,
    ENTRY,
    sql`
    select n.benchmark_key as "benchmarkKey", n.benchmark, n.name, n.maker_id as "makerId", n.score, n.source, n.source_url as "sourceUrl",
      t.score as "from"
    from score_spans n left join score_spans t on t.benchmark_key = n.benchmark_key and t.benchmark = n.benchmark
      and daterange(t.first_date, t.last_date, '[]') @> ${previous}::date
    where daterange(n.first_date, n.last_date, '[]') @> ${date}::date and t.score is distinct from n.score
    order by n.benchmark_key, n.benchmark`,
  );

const isListed = (id: ReturnType<typeof sql>) => sql`exists (select from change_events listed where listed.id = ${id})`;

const INCIDENT_STEP = {
  id: text,
  step: valueOf<"opened" | "updated" | "resolved">(),
  incidentId: incidents.id,
  service: incidents.service,
  severity: incidents.severity,
  title: incidents.title,
  durationMinutes: incidents.durationMinutes,
  at: time,
  state: orNull(valueOf<KnownState>()),
};

/**
 * Steps are listed in the order of their times. A step that is this much older than the newest listed
 * one counts as listed.
 */
const LISTED_BEFORE = sql`(select coalesce(max(at) - interval '2 days', '-infinity') from change_events where dataset = 'provider_status')`;

/** Openings, changes of state and ends of incidents that are not listed yet, oldest first. */
export const listUnlistedIncidentSteps = (db: Db, limit: number) =>
  rowsOf(
    db,
    INCIDENT_STEP,
    sql`
    select s.id, s.step, i.id as "incidentId", i.service, i.severity, i.title, i.duration_minutes as "durationMinutes", s.at, s.state
    from ${incidents} i cross join lateral (
      select 'incident/' || i.id || '/opened' as id, 'opened' as step, i.started_at as at, null::text as state
      union all
      select 'incident/' || i.id || '/resolved', 'resolved', i.resolved_at, null where i.resolved_at is not null
      union all
      select 'incident/' || i.id || '/' || to_char(c.at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"'), 'updated', c.at, c.to_state
      from ${statusTransitions} c where c.service = i.service and c.at > i.started_at and c.at < coalesce(i.resolved_at, 'infinity')
    ) s
    where (i.resolved_at is null or i.resolved_at >= ${LISTED_BEFORE}) and s.at >= ${LISTED_BEFORE} and not ${isListed(sql`s.id`)}
    order by s.at, i.id limit ${limit}`,
  );

const RETIREMENT_STEP = {
  id: text,
  host: text,
  at: time,
  isMove: valueOf<boolean>(),
  from: orNull(text),
  modelId: text,
  retiresOn: orNull(text),
  precision: valueOf<RetirementPrecision>(),
  replacement: orNull(text),
  options: valueOf<string[]>(),
  source: text,
  sourceUrl: orNull(text),
};

/**
 * Announced ends of models, and each day that moved, that are not listed yet, oldest first. What the first reading of a source had was
 * announced before, on the day that its host says; without such a day nobody knows when.
 */
export const listUnlistedRetirementSteps = (db: Db, limit: number) =>
  rowsOf(
    db,
    RETIREMENT_STEP,
    sql`
    select s.id, r.host, s.at, s.is_move as "isMove", s.from_day as "from", r.model as "modelId", s.day as "retiresOn", r.precision,
      r.replacement, r.options, r.source, r.page as "sourceUrl"
    from ${retirements} r
    join (select source, min(first_seen_at) as began from ${retirementStatements} group by source) f on f.source = r.source
    cross join lateral (
      select 'retirement/' || r.host || '/' || r.model_key || '/announced' as id, false as is_move, null::text as from_day,
        coalesce(r.moved_from->0->>'retiresOn', r.retires_on) as day,
        case when r.first_seen_at > f.began then r.first_seen_at else (r.announced_on || 'T00:00:00Z')::timestamptz end as at
      where (r.state <> 'active' or r.precision = 'exact') and (r.first_seen_at > f.began or length(r.announced_on) = 10)
      union all
      select 'retirement/' || r.host || '/' || r.model_key || '/moved/' || m.position, true, m.move->>'retiresOn',
        coalesce(r.moved_from->(m.position::int)->>'retiresOn', r.retires_on), (m.move->>'movedAt')::timestamptz
      from jsonb_array_elements(r.moved_from) with ordinality as m(move, position)
    ) s
    where not ${isListed(sql`s.id`)}
    order by s.at, s.id limit ${limit}`,
  );

/** Entries of the KEV catalog that are not listed yet; those without a date are left out. */
export const listUnlistedKevEntries = async (db: Db, limit: number) =>
  db
    .select({ cveId: kevEntries.cveId, facts: kevEntries.facts })
    .from(kevEntries)
    .where(and(sql`${kevEntries.facts} ->> 'dateAdded' is not null`, sql`not ${isListed(sql`'kev/' || ${kevEntries.cveId}`)}`))
    .orderBy(sql`${kevEntries.facts} ->> 'dateAdded'`, asc(kevEntries.cveId))
    .limit(limit);
