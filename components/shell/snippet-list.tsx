import { PlainCode } from "@/components/api/plain-code";
import { escapeMarkup } from "@/lib/domain/basics/markup";
import { CopyButton } from "./copy-button";

export interface Snippet {
  label: string;
  text: string;
}

interface Linked {
  /** Address of the picture. */
  picture: string;
  /** Where the picture leads. */
  link: string;
  /** What the picture shows, without what changes. */
  alt: string;
}

/** A text in Markdown that shows it as it is. */
const escapedText = (text: string): string => text.replace(/[\\`*_[\]<>&!]/g, "\\$&");
/** An address may hold brackets, which would end its place in Markdown. */
const escapedAddress = (address: string): string => address.replaceAll("(", "%28").replaceAll(")", "%29");

export const markdownPicture = ({ picture, link, alt }: Linked): Snippet => ({
  label: "Markdown",
  text: `[![${escapedText(alt)}](${escapedAddress(picture)})](${escapedAddress(link)})`,
});

/** A frame that is never wider than the page around it. */
export function frameSnippet({ source, title, width, height }: { source: string; title: string; width: number; height: number }): Snippet {
  const shape = `width="${width}" height="${height}" style="max-width:100%;border:0"`;
  return {
    label: "Frame",
    text: `<iframe src="${escapeMarkup(source)}" title="${escapeMarkup(title)}" ${shape} loading="lazy"></iframe>`,
  };
}

/** What to write on another page, each with a button that copies it. */
export const SnippetList = ({ snippets, of }: { snippets: readonly Snippet[]; of: string }) =>
  snippets.map(({ label, text }) => (
    <div key={label} className="mt-3 grid min-w-0 gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-small text-fg-muted">{label}</span>
        <CopyButton label={`Copy ${label}`} text={text} className="control" />
      </div>
      <PlainCode text={text} label={`${of} in ${label}`} />
    </div>
  ));
