import type { Tone } from "@/lib/domain/watches/delivery-words";

const TONES: Readonly<Record<Tone, string>> = {
  ok: "bg-ok-tint text-ok-fg",
  warn: "bg-warn-tint text-warn-fg",
  bad: "bg-bad-tint text-bad-fg",
  unk: "bg-unk-tint text-unk-fg",
};

/** A state in one or two words; the words carry the meaning, the colour only helps. */
export function WatchChip({ label, tone }: { label: string; tone: Tone }) {
  return (
    <span className={`chip inline-block rounded-chip px-2 py-0.5 text-small font-medium whitespace-nowrap ${TONES[tone]}`}>{label}</span>
  );
}
