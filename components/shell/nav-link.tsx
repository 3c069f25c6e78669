"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { IntentLink } from "@/components/ui/intent-link";

interface Props {
  href: string;
  label: string;
  /** Other addresses that this link stands for. */
  section?: readonly string[];
  /** Every address of the same navigation: a page below this one may have a link of its own. */
  all: readonly string[];
  /** Its page is not fetched ahead: it would be old by the time it is opened. */
  isPersonal?: boolean;
}

const isBelow = (path: string, href: string): boolean => href !== "/" && path.startsWith(`${href}/`);

/** The address of a path itself, or the closest one above it. */
export const closestOf = (path: string, all: readonly string[]): string | undefined =>
  all.filter((href) => path === href || isBelow(path, href)).toSorted((a, b) => b.length - a.length)[0];

/** `page` for the page itself, `true` for what the link stands for: a model below Models, and Compare. */
function currentOf(path: string, { href, section = [], all }: Props): "page" | "true" | undefined {
  if (path === href) return "page";
  const closest = closestOf(path, all);
  return closest !== undefined && [href, ...section].includes(closest) ? "true" : undefined;
}

export function NavLink(props: Props) {
  const { href, label, isPersonal } = props;
  const current = currentOf(usePathname(), props);
  if (isPersonal) {
    return (
      <Link href={href} prefetch={false} aria-current={current} className="nav-link">
        {label}
      </Link>
    );
  }
  return (
    <IntentLink href={href} aria-current={current} className="nav-link">
      {label}
    </IntentLink>
  );
}
