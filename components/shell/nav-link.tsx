"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { IntentLink } from "@/components/ui/intent-link";

interface Props {
  href: string;
  label: string;
  /** Every address of the same navigation: a page below this one may have a link of its own. */
  all: readonly string[];
  /** Its page is not fetched ahead: it would be old by the time it is opened. */
  isPersonal?: boolean;
}

const isBelow = (path: string, href: string): boolean => href !== "/" && path.startsWith(`${href}/`);

/** `page` for the page itself, `true` for one below that has no closer link, as a model below Models. */
function currentOf(path: string, { href, all }: Props): "page" | "true" | undefined {
  if (path === href) return "page";
  const hasCloser = all.some((other) => other === path || (other.length > href.length && isBelow(path, other)));
  return isBelow(path, href) && !hasCloser ? "true" : undefined;
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
