"use client";

import { useId, useRef } from "react";

interface Props {
  /** What stands on the button. */
  label: React.ReactNode;
  title: string;
  children: React.ReactNode;
}

const ITEMS = "a[href], button:not([disabled])";

/** Steps of the arrow keys; Home and End go to the first and the last item. */
function nextIndex(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Opens under its button, also without JavaScript. The browser closes it on Escape or a click elsewhere and gives the focus back. */
export function Menu({ label, title, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  function move(event: React.KeyboardEvent) {
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    const next = nextIndex(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (next === null || items.length === 0) return;
    event.preventDefault();
    if (!panel.current?.matches(":popover-open")) panel.current?.showPopover();
    items[next]?.focus();
  }
  return (
    // The keys work on the button and on the items alike.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="menu no-print" onKeyDown={move}>
      <button type="button" className="control" popoverTarget={id}>
        {label}
      </button>
      <div ref={panel} id={id} popover="auto" role="group" aria-label={title} className="menu-panel card p-1 text-fg shadow-lg">
        {children}
      </div>
    </div>
  );
}
