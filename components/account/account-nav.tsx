import { NavLink } from "@/components/shell/nav-link";

/** The pages of the account, above each of them. */
export function AccountNav({ sections }: { sections: readonly { href: string; label: string }[] }) {
  const all = sections.map(({ href }) => href);
  return (
    <nav aria-label="Account" className="no-print mb-4 border-b border-border pb-2">
      <ul className="account-nav flex flex-wrap sm:gap-1">
        {sections.map(({ href, label }) => (
          <li key={href}>
            <NavLink href={href} label={label} all={all} isPersonal />
          </li>
        ))}
      </ul>
    </nav>
  );
}
