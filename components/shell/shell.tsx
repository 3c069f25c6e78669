import { asState, StateChip } from "@/components/ui/state-mark";
import { PaletteButton } from "./palette-button";
import { ThemeToggle } from "./theme-toggle";

export interface ServiceCounts {
  total: number;
  operational: number;
  degraded: number;
  down: number;
}

interface NavigationGroup {
  group: string;
  links: readonly { href: string; label: string }[];
}

function Links({ navigation }: { navigation: readonly NavigationGroup[] }) {
  return navigation.map(({ group, links }) => (
    <div key={group} className="mb-4">
      <p className="px-3 pb-1 text-small font-medium text-fg-subtle">{group}</p>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href} className="plain-link flex min-h-11 items-center rounded-control px-3 hover:bg-surface-2 lg:min-h-8">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Services of unknown state count as neither operational nor troubled. */
function SummaryChip({ counts }: { counts: ServiceCounts | null }) {
  if (!counts || counts.operational + counts.degraded + counts.down === 0) return null;
  const troubled = counts.degraded + counts.down;
  const state = asState(counts.down > 0 ? "down" : counts.degraded > 0 ? "degraded" : "operational");
  return (
    <a href="/status" className="plain-link inline-flex items-center gap-2 text-small max-sm:hidden">
      <StateChip state={state} />
      <span className="max-md:hidden">
        {troubled === 0 ? `${counts.operational} of ${counts.total} services` : `${troubled} of ${counts.total} not operational`}
      </span>
    </a>
  );
}

interface Props {
  siteName: string;
  navigation: readonly NavigationGroup[];
  counts: ServiceCounts | null;
  operator: string | null;
  children: React.ReactNode;
}

export function Shell({ siteName, navigation, counts, operator, children }: Props) {
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:z-20 focus:bg-surface focus:p-3">
        Skip to content
      </a>
      <header className="no-print sticky top-0 z-10 flex h-13 items-center gap-3 border-b border-border bg-surface px-4 lg:h-14">
        <button type="button" className="control px-2.5 lg:hidden" popoverTarget="menu">
          <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" stroke="currentColor" strokeWidth="1.6">
            <path d="M2 4h12M2 8h12M2 12h12" />
          </svg>
          <span className="sr-only">Menu</span>
        </button>
        <a href="/" className="plain-link font-semibold whitespace-nowrap lg:w-52">
          {siteName}
        </a>
        <div className="ml-auto flex items-center gap-3 lg:ml-0 lg:flex-1">
          <PaletteButton />
          <div className="flex items-center gap-3 lg:ml-auto">
            <SummaryChip counts={counts} />
            <ThemeToggle />
          </div>
        </div>
      </header>
      <nav
        id="menu"
        popover="auto"
        aria-label="Menu"
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 overflow-y-auto border-r border-border bg-surface p-3 text-fg lg:hidden"
      >
        <Links navigation={navigation} />
      </nav>
      <div className="mx-auto flex max-w-[1440px]">
        <nav
          aria-label="Sections"
          className="no-print sticky top-14 h-[calc(100dvh-56px)] w-56 shrink-0 overflow-y-auto border-r border-border p-3 max-lg:hidden"
        >
          <Links navigation={navigation} />
        </nav>
        <div className="min-w-0 flex-1">
          <main id="main" tabIndex={-1} className="mx-auto max-w-[1200px] px-4 py-6 outline-none lg:px-6">
            {children}
          </main>
          <footer className="mx-auto max-w-[1200px] border-t border-border px-4 py-6 text-small text-fg-muted lg:px-6">
            <p>
              {siteName}
              {operator ? `, run by ${operator}` : ""}. Content is licensed for inference-only use. Figures name their source and age; what
              is not known is said to be unknown.
            </p>
            <p className="mt-1">
              <a href="/api/meta">API catalog</a> · <a href="/api/feed.xml">RSS</a> · <a href="/api/feed.json">JSON feed</a> ·{" "}
              <a href="/api/health">Health</a>
            </p>
          </footer>
        </div>
      </div>
    </>
  );
}
