import { IntentLink } from "./intent-link";

/** Looks of links or buttons beside each other, of which the current one is marked. */
export const TABS = "no-print flex flex-wrap gap-2 [&_[aria-current]]:bg-accent-tint [&_[aria-current]]:font-medium";

interface Props {
  /** What is chosen among. */
  label: string;
  tabs: readonly { label: string; href: string; isCurrent: boolean }[];
}

/** Links to the lists of a page, each of which has an address of its own. */
export function TabLinks({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className={`${TABS} mb-4`}>
      {tabs.map((tab) => (
        <IntentLink key={tab.href} href={tab.href} aria-current={tab.isCurrent ? "true" : undefined} className="control">
          {tab.label}
        </IntentLink>
      ))}
    </nav>
  );
}
