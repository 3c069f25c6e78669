import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { formatChange } from "@/lib/domain/pages/format";

interface Props {
  /** Null: not published. */
  from: number | null;
  to: number | null;
  /** Null where the price was 0 or not published before. */
  percent: number | null;
}

/** Direction by arrow and word: whether dearer is bad is the reader's to say. */
export function PriceChange({ from, to, percent }: Props) {
  if (from === null || to === null) return from === null ? "published" : "no longer published";
  const isCheaper = to < from;
  const Icon = isCheaper ? ArrowDownRight : ArrowUpRight;
  return (
    <>
      <Icon aria-hidden size={14} className="inline" /> {percent === null ? "from $0.00" : formatChange(percent)}
      <small>{isCheaper ? "cheaper" : "dearer"}</small>
    </>
  );
}
