"use client";

import { useEffect, useSyncExternalStore } from "react";

const KEY = "headline-keys";
const CHANGED = "headline-keys-changed";

/** Keys are on until a reader switches them off: a single letter may be in the way of speech input. */
function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

function subscribe(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}

function choose(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage the keys stay as they are.
  }
  dispatchEvent(new Event(CHANGED));
}

const headlines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("#headlines li > a")];

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

function onKey(event: KeyboardEvent): void {
  if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const links = headlines();
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (event.key === "j") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "k") links[Math.max(at - 1, 0)]?.focus();
  else if (event.key === "o") links[at]?.click();
}

/** Moves between headlines by `j` and `k`, and opens one by `o`. */
export function HeadlineKeys() {
  const isOn = useSyncExternalStore(subscribe, areOn, () => true);
  useEffect(() => {
    if (!isOn) return;
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOn]);
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={isOn} onChange={(event) => choose(event.target.checked)} />
      <span>
        Keys: <kbd>j</kbd> and <kbd>k</kbd> move between headlines, <kbd>o</kbd> opens one
      </span>
    </label>
  );
}
