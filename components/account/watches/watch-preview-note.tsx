import { PlainCode } from "@/components/api/plain-code";
import { outlookWords } from "@/lib/domain/watches/outlook-words";
import { FORMAT_NAMES } from "@/lib/domain/watches/chat/watch-format";
import type { PreviewedExample, WatchPreview } from "@/lib/domain/watches/watch-form-state";
import { formatCount } from "@/lib/domain/pages/format";
import { Warnings } from "./warnings";

interface Props {
  preview: WatchPreview;
  /** The form says something else by now. */
  isChanged: boolean;
  /** Takes the focus when the preview has come. */
  ref: React.Ref<HTMLElement>;
}

/** A message as people read it in the channel, or the JSON body that a program gets. */
function ExampleMessage({ example }: { example: PreviewedExample }) {
  const { format, sentence, lines, link, body } = example;
  const title =
    format === "json" ? "An example of the body, with made-up figures" : `An example in ${FORMAT_NAMES[format]}, with made-up figures`;
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="text-small text-fg-muted">{title}</figcaption>
      {format === "json" ? (
        <PlainCode text={JSON.stringify(JSON.parse(body), null, 2)} label="Example of the body" />
      ) : (
        <blockquote className="grid gap-1 rounded-control border border-border bg-surface-2 p-3 [overflow-wrap:anywhere]">
          <p>{sentence}</p>
          {lines.map((line) => (
            <p key={line}>• {line}</p>
          ))}
          <p>
            <a href={link.url}>{link.label}</a>
          </p>
        </blockquote>
      )}
    </figure>
  );
}

/** What the watch would see and do now; nothing was created or charged for it. */
export function WatchPreviewNote({ preview, isChanged, ref }: Props) {
  const { spec, outlook, example, creditsLeft, notice } = preview;
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
      <ExampleMessage example={example} />
      <p className="text-small text-fg-muted">
        The preview cost nothing and created nothing. The account has {formatCount(creditsLeft)} {creditsLeft === 1 ? "credit" : "credits"}.
      </p>
    </section>
  );
}
