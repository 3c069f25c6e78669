import { NewMark } from "@/components/blocks/since-visit";
import { snippetBeyond } from "@/lib/domain/news/news-list";
import { NearTime } from "@/components/ui/near-time";
import { formatDay, formatNear } from "@/lib/domain/pages/format";

export interface DayArticle {
  id: string;
  title: string;
  url: string;
  source: string;
  sourceDomain: string;
  snippet: string;
  categories: readonly string[];
  publishedAt: string;
  publishedAtEstimated: boolean;
  fetchedAt: string;
}

function Article({ article }: { article: DayArticle }) {
  const { title, url, source, sourceDomain, snippet, categories, publishedAt, publishedAtEstimated, fetchedAt } = article;
  const more = snippetBeyond(title, snippet);
  return (
    <li>
      <a href={url} rel="noopener noreferrer nofollow">
        {title}
        <span className="sr-only">{` (opens ${sourceDomain})`}</span>
      </a>
      {more !== "" && <p>{more}</p>}
      <small>
        {publishedAtEstimated ? `${source} · first seen ` : `${source} · `}
        <NearTime at={publishedAt} />
        {categories.length > 0 && ` · ${categories.join(", ")}`}
        <NewMark at={fetchedAt} />
      </small>
    </li>
  );
}

/** `Today`, with its date beside; further away the date alone. */
function DayName({ day, now }: { day: string; now: Date }) {
  const [near, date] = [formatNear(day, now), formatDay(day)];
  return near === date ? (
    `${date}, UTC`
  ) : (
    <>
      <span className="inline-block first-letter:uppercase">{near}</span> <small className="inline font-normal">{date}, UTC</small>
    </>
  );
}

/** Headlines under the UTC day of their publication. */
export function ArticleDays({ days, now }: { days: readonly { day: string; articles: readonly DayArticle[] }[]; now: Date }) {
  return (
    <div id="headlines" className="news-list">
      {days.map(({ day, articles }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>
            <DayName day={day} now={now} />
          </h3>
          <ul>
            {/* Keys are sent with the page: addresses are in it already and compress to nothing, random ids do not. */}
            {articles.map((article) => (
              <Article key={article.url} article={article} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
