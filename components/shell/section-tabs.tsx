"use client";

import { usePathname } from "next/navigation";
import { closestOf, NavLink } from "./nav-link";
import type { NavigationGroup } from "./section-links";

/** The pages of the section that one is in, each a tab; nothing where the section is a single page. */
export function SectionTabs({ navigation }: { navigation: readonly NavigationGroup[] }) {
  const path = usePathname();
  const sections = navigation.flatMap(({ links }) => links.map((link) => [link, ...link.pages]));
  const closest = closestOf(
    path,
    sections.flatMap((tabs) => tabs.map(({ href }) => href)),
  );
  const tabs = sections.find((pages) => pages.some(({ href }) => href === closest)) ?? [];
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={`Pages under ${tabs[0]?.label}`} className="section-tabs no-print">
      <ul>
        {tabs.map(({ href, label }) => (
          <li key={href}>
            <NavLink href={href} label={label} all={tabs.map((tab) => tab.href)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
