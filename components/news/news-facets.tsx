import { IntentLink } from "@/components/ui/intent-link";

export interface FacetLink {
  label: string;
  count: number;
  href: string;
  isChosen: boolean;
}

interface Props {
  title: string;
  /** What was counted. */
  note: string;
  links: readonly FacetLink[];
}

/** What a list can be narrowed to; a chosen one is given up by choosing it again. */
export function NewsFacets({ title, note, links }: Props) {
  const id = `facets-${title.toLowerCase()}`;
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby={id} className="news-facets card p-4">
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <p className="mb-2 text-small text-fg-muted">{note}</p>
      <ul>
        {links.map(({ label, count, href, isChosen }) => (
          <li key={label}>
            <IntentLink href={href} aria-current={isChosen ? "true" : undefined}>
              {label}
            </IntentLink>
            {count}
          </li>
        ))}
      </ul>
    </nav>
  );
}
