import { Fragment } from "react";
import { CircleUserRound } from "lucide-react";
import type { ServiceSummary } from "@/lib/domain/status/current-states";
import { EarlyInput } from "./early-input";
import { OfflineBanner } from "./offline-banner";
import { PaletteButton } from "./palette-button";
import { PhoneMenu } from "./phone-menu";
import { SectionLinks, type NavigationGroup } from "./section-links";
import { SectionTabs } from "./section-tabs";
import { SummaryChip } from "./summary-chip";
import { ThemeToggle } from "./theme-toggle";

interface Props {
  siteName: string;
  navigation: readonly NavigationGroup[];
  documents: readonly { href: string; label: string }[];
  services: ServiceSummary | null;
  operator: string | null;
  children: React.ReactNode;
}

/** Where a page ends: it is painted once it is parsed down to here. */
export const FOOTER_ID = "footer";

export function Shell({ siteName, navigation, documents, services, operator, children }: Props) {
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:z-20 focus:bg-surface focus:p-3">
        Skip to content
      </a>
      <header className="no-print sticky top-0 z-10 flex h-13 items-center gap-3 border-b border-border bg-surface px-4 lg:h-14">
        <PhoneMenu>
          <SectionLinks navigation={navigation} />
        </PhoneMenu>
        <a href="/" className="plain-link min-w-0 truncate font-semibold lg:w-52">
          {siteName}
        </a>
        <div className="ml-auto flex shrink-0 items-center gap-3 lg:ml-0 lg:flex-1">
          <PaletteButton />
          <div className="flex items-center gap-3 lg:ml-auto">
            {services && <SummaryChip {...services} />}
            <a href="/account" className="control px-2.5 max-sm:hidden" title="Account">
              <CircleUserRound aria-hidden size={16} />
              <span className="sr-only">Account, or sign in</span>
            </a>
            <ThemeToggle />
          </div>
        </div>
      </header>
      <div className="mx-auto flex max-w-[1440px]">
        <nav
          aria-label="Sections"
          className="no-print sticky top-14 h-[calc(100dvh-56px)] w-56 shrink-0 overflow-y-auto border-r border-border p-3 max-lg:hidden"
        >
          <SectionLinks navigation={navigation} />
        </nav>
        <div className="min-w-0 flex-1">
          <main id="main" tabIndex={-1} className="mx-auto max-w-[1200px] px-4 py-6 outline-none lg:px-6">
            <SectionTabs navigation={navigation} />
            {children}
          </main>
          <footer id={FOOTER_ID} className="mx-auto max-w-[1200px] border-t border-border px-4 py-6 text-small text-fg-muted lg:px-6">
            <p>
              {siteName}
              {operator ? `, run by ${operator}` : ""}. Content is licensed for inference-only use. Figures name their source and age; what
              is not known is said to be unknown.
            </p>
            <p className="mt-1">
              <a href="/buy">Buy credits</a> ·{" "}
              {documents.map(({ href, label }) => (
                <Fragment key={href}>
                  <a href={href}>{label}</a> ·{" "}
                </Fragment>
              ))}
              <a href="/api/feed.xml">RSS</a> · <a href="/api/feed.json">JSON feed</a> · <a href="/api/health">Health</a> ·{" "}
              <a href="/privacy">Privacy</a> · <a href="/support">Support</a>
            </p>
          </footer>
        </div>
      </div>
      <OfflineBanner />
      <EarlyInput />
    </>
  );
}
