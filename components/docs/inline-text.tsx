import { inlineParts } from "@/lib/domain/pages/docs/inline-parts";

/** A text of the documentation with its code, its strong words and its links. */
export function InlineText({ text }: { text: string }) {
  return inlineParts(text).map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.kind === "plain") return part.text;
    if (part.kind === "strong") return <b key={key}>{part.text}</b>;
    if (part.kind === "code") return <code key={key}>{part.text}</code>;
    return (
      <a key={key} href={part.href}>
        {part.text}
      </a>
    );
  });
}
