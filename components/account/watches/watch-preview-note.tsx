import { outlookWords } from "@/lib/domain/watches/outlook-words";
import type { WatchPreview } from "@/lib/domain/watches/watch-form-state";
import { formatCount } from "@/lib/domain/pages/format";
import { Warnings } from "./warnings";

interface Props {
  preview: WatchPreview;
  /** The form says something else by now. */
  isChanged: boolean;
  /** Takes the focus when the preview has come. */
  ref: React.Ref<HTMLElement>;
}

/** What the watch would see and do now; nothing was created or charged for it. */
export function WatchPreviewNote({ preview, isChanged, ref }: Props) {
  const { spec, outlook, creditsLeft, notice } = preview;
  if (isChanged) {
    return (
      <p role="status" className="note note-info">
        The form was changed after the preview. Preview it again to create the watch.
      </p>
    );
  }
  return (
    <section ref={ref} tabIndex={-1} aria-label="Preview" className="grid gap-3 outline-none">
      {notice !== null && <p className="note note-warn">{notice}</p>}
      <dl className="fact-list">
        {outlookWords(spec, outlook).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Warnings warnings={outlook.warnings} />
      <p className="text-small text-fg-muted">
        The preview cost nothing and created nothing. The account has {formatCount(creditsLeft)} {creditsLeft === 1 ? "credit" : "credits"}.
      </p>
    </section>
  );
}
