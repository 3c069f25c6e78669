import { NewMark } from "@/components/blocks/since-visit";
import { NearTime } from "@/components/ui/near-time";
import { Empty } from "@/components/ui/states";
import { plural } from "@/lib/domain/pages/format";
import { hostOf } from "@/lib/domain/pages/host-of";

interface Story {
  cluster_id: string;
  title: string;
  url: string;
  source: string;
  source_count: number;
  first_seen_at: string;
}

/** Headlines of stories, each with the number of outlets that reported it. */
export function ReportedStories({ stories }: { stories: readonly Story[] }) {
  if (stories.length === 0) {
    return <Empty>No story of today or yesterday has several outlets yet. Articles are grouped into stories every hour.</Empty>;
  }
  return (
    <ul>
      {stories.map(({ cluster_id: id, title, url, source, source_count: outlets, first_seen_at: at }) => (
        <li key={id} className="border-t border-border py-1.5 first:border-t-0">
          <a href={url} rel="noopener noreferrer nofollow" className="plain-link font-medium text-fg">
            {title}
            <span className="sr-only"> (opens {hostOf(url)})</span>
          </a>
          <p className="text-small text-fg-muted">
            {plural(outlets, "outlet")} · first {source}, <NearTime at={at} />
            <NewMark at={at} />
          </p>
        </li>
      ))}
    </ul>
  );
}
