"use client";

import { useSyncExternalStore } from "react";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const MARKS: Record<Theme, React.ReactNode> = {
  system: (
    <>
      <circle cx="8" cy="8" r="6.4" />
      <path d="M8 1.6a6.4 6.4 0 010 12.8z" fill="currentColor" />
    </>
  ),
  light: (
    <path d="M8 4.6a3.4 3.4 0 100 6.8 3.4 3.4 0 000-6.8zM8 .8v1.6M8 13.6v1.6M.8 8h1.6M13.6 8h1.6M2.9 2.9L4 4M12 12l1.1 1.1M2.9 13.1L4 12M12 4l1.1-1.1" />
  ),
  dark: <path d="M13.8 9.6A6 6 0 016.4 2.2 6.2 6.2 0 1013.8 9.6z" />,
};

const CHANGED = "theme-changed";

function storedTheme(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Other tabs report their changes by `storage` events. */
function subscribe(onChange: () => void): () => void {
  for (const event of [CHANGED, "storage"]) addEventListener(event, onChange);
  return () => {
    for (const event of [CHANGED, "storage"]) removeEventListener(event, onChange);
  };
}

/** The theme is in localStorage; a script in the head applies it before the first paint. */
export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribe, storedTheme, () => "system" as Theme);
  function choose(next: Theme) {
    if (next === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", next);
    const root = document.documentElement;
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    dispatchEvent(new Event(CHANGED));
  }
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <button type="button" className="control px-2.5" onClick={() => choose(next)} title={`Theme: ${theme}`}>
      <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4">
        {MARKS[theme]}
      </svg>
      <span className="sr-only">
        Theme: {theme}. Switch to {next}
      </span>
    </button>
  );
}
