import { EMBED_SIZES } from "@/lib/domain/badges/embed-path";
import { escapeMarkup } from "@/lib/domain/basics/markup";
import { frameSnippet, markdownPicture, SnippetList, type Snippet } from "./snippet-list";

interface Props {
  baseUrl: string;
  /** Path of the picture. */
  badge: string;
  /** Where the picture leads: the page that it stands on. */
  page: string;
  /** What the picture shows, without the value: that changes. */
  alt: string;
  /** A page to frame, where there is one. */
  embed?: { path: string; title: string };
}

function snippetsOf({ baseUrl, badge, page, alt, embed }: Props): Snippet[] {
  const [picture, link] = [`${baseUrl}${badge}`, `${baseUrl}${page}`];
  const html = `<a href="${escapeMarkup(link)}"><img src="${escapeMarkup(picture)}" alt="${escapeMarkup(alt)}" height="20"></a>`;
  const frame = embed && frameSnippet({ source: `${baseUrl}${embed.path}`, title: embed.title, ...EMBED_SIZES.uptime });
  return [markdownPicture({ picture, link, alt }), { label: "HTML", text: html }, ...(frame ? [frame] : [])];
}

/** The badge as other pages would show it, and what to write there. */
export function BadgeSnippets(props: Props) {
  const { badge, alt } = props;
  return (
    <details className="no-print card mt-4 p-4">
      <summary className="inline-flex min-h-6 items-center underline decoration-dotted underline-offset-4">Badge for your own page</summary>
      <p className="mt-3">
        {/* The badge as other sites show it: a picture of the API, which needs no size from us. */}
        <img src={badge} alt={alt} height={20} loading="lazy" />
      </p>
      <SnippetList snippets={snippetsOf(props)} of="Badge" />
    </details>
  );
}
