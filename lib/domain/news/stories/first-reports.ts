export interface FirstReport {
  domain: string;
  at: Date;
}

/** When each domain first reported a story, the earliest domain first. */
export function firstReports(articles: readonly { sourceDomain: string; publishedAt: Date }[]): FirstReport[] {
  const first = new Map<string, Date>();
  for (const { sourceDomain, publishedAt } of articles) {
    const known = first.get(sourceDomain);
    if (!known || publishedAt < known) first.set(sourceDomain, publishedAt);
  }
  return [...first]
    .map(([domain, at]) => ({ domain, at }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.domain.localeCompare(b.domain, "en"));
}
