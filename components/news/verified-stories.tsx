"use client";

import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";
import { spreadOf } from "@/lib/domain/news/stories/story-line";
import { formatCount, formatDay, formatMoment, plural } from "@/lib/domain/pages/format";
import { hostOf } from "@/lib/domain/pages/host-of";
import { StoryFigure } from "./story-figure";

interface Story {
  cluster_id: string;
  date: string;
  article_count: number;
  source_count: number;
  corroboration_band: string;
  sources: readonly string[];
  hero: { title: string; url: string; source: string; publishedAt: string };
  first_seen_at: string;
  reports: readonly { source: string; published_at: string }[];
}

export interface VerifiedAnswer {
  min_sources_filter: number;
  days: readonly { date: string; is_final: boolean; articles: number; stories: number }[];
  items: readonly Story[];
}

function StoryCard({ story }: { story: Story }) {
  const { hero, sources, source_count, article_count, corroboration_band, reports, first_seen_at } = story;
  return (
    <li className="border-t border-border py-4 first:border-t-0">
      <h3 className="text-body-lg font-medium">
        <a href={hero.url} rel="noopener noreferrer nofollow" className="plain-link [overflow-wrap:anywhere]">
          {hero.title}
          <span className="sr-only"> (opens {hostOf(hero.url)})</span>
        </a>
      </h3>
      <p className="mt-1 text-small text-fg-muted">
        <strong className="font-medium text-fg">{spreadOf(source_count, reports)}</strong> · {plural(article_count, "article")} · first at{" "}
        {hero.source}, {formatMoment(first_seen_at)} · {corroboration_band} reporting
      </p>
      <StoryFigure title={hero.title} reports={reports} />
      <p className="mt-2 text-small [overflow-wrap:anywhere] text-fg-muted">{sources.join(", ")}</p>
    </li>
  );
}

/** Says of each day how much was read, and whether it may still change. */
function DayNotes({ days }: Pick<VerifiedAnswer, "days">) {
  return (
    <ul className="mb-2 text-small text-fg-muted">
      {days.map(({ date, is_final, articles, stories }) => (
        <li key={date}>
          {formatDay(date)}: {formatCount(stories)} stories in {formatCount(articles)} articles
          {is_final ? "" : "; they may still change until 07:30 UTC of the second day after it"}
        </li>
      ))}
    </ul>
  );
}

function Stories({ answer: { days, items, min_sources_filter } }: { answer: VerifiedAnswer }) {
  if (days.length === 0) return <p className="text-fg-muted">Articles of these days have not been grouped into stories.</p>;
  return (
    <>
      <DayNotes days={days} />
      {items.length === 0 ? (
        <p className="py-4 text-fg-muted">No story was reported by {min_sources_filter} outlets or more.</p>
      ) : (
        <ul>
          {items.map((story) => (
            <StoryCard key={`${story.date} ${story.cluster_id}`} story={story} />
          ))}
        </ul>
      )}
    </>
  );
}

interface Props {
  request: PremiumRequest;
  lead: string;
  example: VerifiedAnswer;
}

export function VerifiedStories({ request, lead, example }: Props) {
  return (
    <RunBlock<VerifiedAnswer> title="Stories" lead={lead} request={request} example={<Stories answer={example} />} isExampleOpen>
      {(answer) => <Stories answer={answer} />}
    </RunBlock>
  );
}
