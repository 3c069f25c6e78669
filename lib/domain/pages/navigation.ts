export interface NavigationLink {
  href: string;
  label: string;
  isDocument?: true;
}

/** Links of the navigation rail. Palette, sitemap and page cache are derived from it. */
export const NAVIGATION: readonly { group: string; links: readonly NavigationLink[] }[] = [
  {
    group: "Now",
    links: [
      { href: "/", label: "Today" },
      { href: "/news", label: "News" },
      { href: "/status", label: "Status" },
    ],
  },
  { group: "Models", links: [{ href: "/models", label: "Models" }] },
  {
    group: "Build",
    links: [
      { href: "/api/meta", label: "API catalog", isDocument: true },
      { href: "/openapi.json", label: "OpenAPI", isDocument: true },
      { href: "/llms.txt", label: "llms.txt", isDocument: true },
    ],
  },
];

export const PAGES: readonly string[] = NAVIGATION.flatMap(({ links }) => links.filter((link) => !link.isDocument).map(({ href }) => href));
