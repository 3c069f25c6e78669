import { IntentLink } from "./intent-link";

interface Props {
  /** What is chosen among. */
  label: string;
  tabs: readonly { label: string; href: string; isCurrent: boolean }[];
}

/** Links to the lists of a page, each of which has an address of its own. */
export function TabLinks({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="tab-links no-print mb-4">
      {tabs.map((tab) => (
        <IntentLink key={tab.href} href={tab.href} aria-current={tab.isCurrent ? "true" : undefined} className="control">
          {tab.label}
        </IntentLink>
      ))}
    </nav>
  );
}
