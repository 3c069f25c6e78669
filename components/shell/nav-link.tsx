"use client";

import { usePathname } from "next/navigation";
import { IntentLink } from "@/components/ui/intent-link";

/** `page` for the page itself, `true` for one below it, such as one model below Models. */
function currentOf(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return href !== "/" && path.startsWith(`${href}/`) ? "true" : undefined;
}

export function NavLink({ href, label }: { href: string; label: string }) {
  const current = currentOf(usePathname(), href);
  return (
    <IntentLink href={href} aria-current={current} className="nav-link">
      {label}
    </IntentLink>
  );
}
