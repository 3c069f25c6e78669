"use client";

import { VERDICT_TEXTS, verifyReceipt } from "@/components/premium/verify-receipt";
import { paletteEntries, type PaletteEntry, type PaletteIndex } from "@/lib/domain/pages/palette-index";
import { receiptHref } from "@/lib/domain/receipts/receipt-link";
import { smartOffers, type SmartOffer, type SmartTargets } from "@/lib/domain/pages/smart-input";
import { Command } from "cmdk";
import { matchSorter } from "match-sorter";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

const MAX_SHOWN = 40;
const SHOWN_FIRST = 12;

interface Index {
  entries: readonly PaletteEntry[];
  smart: SmartTargets;
}

const toIndex = (index: PaletteIndex): Index => ({ entries: paletteEntries(index), smart: index.smart });

function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  return text === "" ? entries.slice(0, SHOWN_FIRST) : matchSorter(entries, text, { keys: ["label", "words"] }).slice(0, MAX_SHOWN);
}

interface RowProps {
  value: string;
  label: string;
  about: string;
  onSelect(): void;
}

function Row({ value, label, about, onSelect }: RowProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex justify-between gap-3 rounded-chip px-3 py-2 data-[selected=true]:bg-accent-tint"
    >
      <span className="[overflow-wrap:anywhere]">{label}</span>
      <span className="text-small text-fg-muted">{about}</span>
    </Command.Item>
  );
}

/** The verdict on the offered receipt, and where all that it says is explained. */
function verdictText(verdict: keyof typeof VERDICT_TEXTS, offers: readonly SmartOffer[]): React.ReactNode {
  const receipt = offers.find((offer) => offer.kind === "receipt")?.receipt;
  return (
    <>
      {VERDICT_TEXTS[verdict]} {receipt && verdict !== "asking" && <a href={receiptHref(receipt)}>What it proves</a>}
    </>
  );
}

export function Palette({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  const [index, setIndex] = useState<Index | null>(null);
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [verdict, setVerdict] = useState<keyof typeof VERDICT_TEXTS | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    fetch("/palette.json")
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`answered ${response.status}`))))
      .then(toIndex)
      .then(setIndex, (error: Error) => setFailure(error.message));
  }, []);
  const offers = index === null ? [] : smartOffers(text, index.smart);
  const shown = index === null || offers.length > 0 ? [] : matching(index.entries, text);
  function open(href: string) {
    dialog.current?.close();
    if (href.startsWith("/")) router.push(href);
    else window.open(href, "_blank", "noopener,noreferrer");
  }
  async function take(offer: SmartOffer) {
    if (offer.kind === "link") return open(offer.href);
    setVerdict("asking");
    setVerdict(await verifyReceipt(offer.receipt));
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
          onValueChange={(typed) => {
            setText(typed);
            setVerdict(null);
          }}
          placeholder="Page, model, provider, CVE, transaction, watch or receipt"
          className="w-full border-b border-border bg-transparent px-4 py-3 text-body-lg outline-none"
        />
        <Command.List className="max-h-[50vh] overflow-y-auto p-2">
          {offers.map((offer) => (
            <Row key={offer.label} value={offer.label} label={offer.label} about={offer.about} onSelect={() => void take(offer)} />
          ))}
          {shown.map(({ href, label, kind }) => (
            <Row key={href + label} value={href + label} label={label} about={kind} onSelect={() => open(href)} />
          ))}
        </Command.List>
      </Command>
      <p role="status" className="px-4 pb-3 text-small text-fg-muted empty:hidden">
        {failure
          ? `The index could not be read: ${failure}.`
          : index === null
            ? "Loading the index."
            : verdict
              ? verdictText(verdict, offers)
              : offers.length + shown.length === 0
                ? `Nothing matches “${text}”.`
                : ""}
      </p>
    </dialog>
  );
}
