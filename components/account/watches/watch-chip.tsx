import type { Tone } from "@/lib/domain/watches/delivery-words";

/** A state in one or two words; the words carry the meaning, the colour only helps. */
export function WatchChip({ label, tone }: { label: string; tone: Tone }) {
  return <span className={`chip tone-${tone}`}>{label}</span>;
}
