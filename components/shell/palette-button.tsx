"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });

/** Looks like a search box; the palette's code loads on hover or first use. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsOpen(true);
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  function close() {
    setIsOpen(false);
    opener.current?.focus();
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="control justify-start text-fg-muted max-lg:px-2.5 lg:w-80"
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void import("./palette")}
      >
        <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5">
          <circle cx="7" cy="7" r="4.8" />
          <path d="M10.6 10.6L14.4 14.4" />
        </svg>
        <span className="max-lg:sr-only">Search pages, models, providers</span>
        <kbd className="ml-auto font-sans text-small max-lg:hidden">Ctrl K</kbd>
      </button>
      {isOpen && <Palette onClose={close} />}
    </>
  );
}
