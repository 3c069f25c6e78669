"use client";

import { useEffect } from "react";

function onKey(event: KeyboardEvent): void {
  if (event.key !== "x" || event.ctrlKey || event.metaKey || event.altKey) return;
  // It works on a row whose link has the focus alone, so that it is in nobody's way elsewhere.
  const link = event.target instanceof HTMLAnchorElement ? event.target : null;
  link?.closest(".compare-form tr")?.querySelector<HTMLInputElement>("input[name=ids]")?.click();
}

/** Ticks the model whose row has the focus by `x`. */
export function CompareKeys() {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <span className="js-only">
      (<kbd>x</kbd> ticks the row that has the focus)
    </span>
  );
}
