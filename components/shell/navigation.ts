export interface NavigationLink {
  href: string;
  label: string;
}

/** Pages that exist, by group. A new page is a new line here; palette and sitemap follow. */
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
      { href: "/api/meta", label: "API catalog" },
      { href: "/openapi.json", label: "OpenAPI" },
      { href: "/llms.txt", label: "llms.txt" },
    ],
  },
];
