"use client";

import { paletteEntries, type PaletteEntry, type PaletteIndex } from "@/lib/domain/pages/palette-index";
import { Command } from "cmdk";
import { matchSorter } from "match-sorter";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

const MAX_SHOWN = 40;

export function Palette({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  const [entries, setEntries] = useState<readonly PaletteEntry[] | null>(null);
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    fetch("/palette.json")
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`answered ${response.status}`))))
      .then((index: PaletteIndex) => paletteEntries(index))
      .then(setEntries, (error: Error) => setFailure(error.message));
  }, []);
  const shown =
    entries === null
      ? []
      : text === ""
        ? entries.slice(0, 12)
        : matchSorter(entries, text, { keys: ["label", "words"] }).slice(0, MAX_SHOWN);
  function open(href: string) {
    dialog.current?.close();
    router.push(href);
  }
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label="Search"
      className="card no-print m-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] p-0"
    >
      <Command shouldFilter={false} label="Search pages, models and providers">
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Page, model or provider"
          className="w-full border-b border-border bg-transparent px-4 py-3 text-body-lg outline-none"
        />
        <Command.List className="max-h-[50vh] overflow-y-auto p-2">
          {shown.map((entry) => (
            <Command.Item
              key={entry.href + entry.label}
              value={entry.href + entry.label}
              onSelect={() => open(entry.href)}
              className="flex justify-between gap-3 rounded-chip px-3 py-2 data-[selected=true]:bg-accent-tint"
            >
              <span>{entry.label}</span>
              <span className="text-small text-fg-muted">{entry.kind}</span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      <p role="status" className="px-4 pb-3 text-small text-fg-muted empty:hidden">
        {failure
          ? `The index could not be read: ${failure}.`
          : entries === null
            ? "Loading the index."
            : shown.length === 0
              ? `Nothing matches “${text}”.`
              : ""}
      </p>
    </dialog>
  );
}
