"use client";

import { usePathname } from "next/navigation";
import { IntentLink } from "@/components/ui/intent-link";

/** `page` for the page itself, `true` for one below it, such as one model below Models. */
function currentOf(path: string, href: string, closer: readonly string[]): "page" | "true" | undefined {
  if (path === href) return "page";
  const isBelow = href !== "/" && path.startsWith(`${href}/`);
  return isBelow && !closer.some((other) => currentOf(path, other, []) !== undefined) ? "true" : undefined;
}

interface Props {
  href: string;
  label: string;
  /** Links of the same navigation that lie below this one, and are current in its place. */
  closer: readonly string[];
}

export function NavLink({ href, label, closer }: Props) {
  const current = currentOf(usePathname(), href, closer);
  return (
    <IntentLink href={href} aria-current={current} className="nav-link">
      {label}
    </IntentLink>
  );
}
