interface Props {
  /** Where all documents are listed. */
  docsHref: string;
  /** The group of the page, with where it is listed. */
  group: { label: string; href: string };
  markdownHref: string;
}

/** Where the page stands in the documentation, and its words for programs. */
export function DocTrail({ docsHref, group, markdownHref }: Props) {
  return (
    <p className="no-print mb-6 flex flex-wrap gap-x-4 gap-y-1 text-small">
      <span>
        <a href={docsHref}>All docs</a> <span aria-hidden>/</span> <a href={group.href}>{group.label}</a>
      </span>
      <a href={markdownHref} type="text/markdown">
        This page as Markdown
      </a>
    </p>
  );
}
