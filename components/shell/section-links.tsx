"use client";

import { NavLink } from "./nav-link";

export interface NavigationGroup {
  group: string;
  links: readonly { href: string; label: string; pages: readonly { href: string; label: string }[]; isPersonal?: true }[];
}

/** The rail and the menu of phones show this list: a component of the client is sent once for both. */
export function SectionLinks({ navigation }: { navigation: readonly NavigationGroup[] }) {
  const all = navigation.flatMap(({ links }) => links.flatMap(({ href, pages }) => [href, ...pages.map((page) => page.href)]));
  return navigation.map(({ group, links }) => (
    <div key={group} className="mb-4">
      <p className="px-3 pb-1 text-small font-medium text-fg-subtle">{group}</p>
      <ul>
        {links.map(({ href, label, pages, isPersonal = false }) => (
          <li key={href}>
            <NavLink href={href} label={label} section={pages.map((page) => page.href)} all={all} isPersonal={isPersonal} />
          </li>
        ))}
      </ul>
    </div>
  ));
}
