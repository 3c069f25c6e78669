import { EMBED_SIZE } from "@/lib/domain/badges/embed-path";
import { escapeMarkup } from "@/lib/domain/basics/markup";
import { CopyButton } from "./copy-button";
import { PlainCode } from "@/components/api/plain-code";

interface Snippet {
  label: string;
  text: string;
}

interface Props {
  baseUrl: string;
  /** Path of the picture. */
  badge: string;
  /** Where the picture leads: the page that it stands on. */
  page: string;
  /** What the picture shows, without the value: that changes. */
  alt: string;
  /** A page to frame, where there is one. */
  embed?: { path: string; title: string };
}

/** A text in Markdown that shows it as it is. */
const escapedText = (text: string): string => text.replace(/[\\`*_[\]<>&!]/g, "\\$&");
/** An address may hold brackets, which would end its place in Markdown. */
const escapedAddress = (address: string): string => address.replaceAll("(", "%28").replaceAll(")", "%29");

function frameOf(baseUrl: string, { path, title }: NonNullable<Props["embed"]>): Snippet {
  const { width, height } = EMBED_SIZE;
  const source = escapeMarkup(`${baseUrl}${path}`);
  return {
    label: "Frame",
    text: `<iframe src="${source}" title="${escapeMarkup(title)}" width="${width}" height="${height}" loading="lazy"></iframe>`,
  };
}

function snippetsOf({ baseUrl, badge, page, alt, embed }: Props): Snippet[] {
  const [picture, link] = [`${baseUrl}${badge}`, `${baseUrl}${page}`];
  const markdown = `[![${escapedText(alt)}](${escapedAddress(picture)})](${escapedAddress(link)})`;
  const html = `<a href="${escapeMarkup(link)}"><img src="${escapeMarkup(picture)}" alt="${escapeMarkup(alt)}" height="20"></a>`;
  return [{ label: "Markdown", text: markdown }, { label: "HTML", text: html }, ...(embed ? [frameOf(baseUrl, embed)] : [])];
}

/** The badge as other pages would show it, and what to write there. */
export function BadgeSnippets(props: Props) {
  const { badge, alt } = props;
  return (
    <details className="no-print card mt-4 p-4">
      <summary className="inline-flex min-h-6 items-center underline decoration-dotted underline-offset-4">Badge for your own page</summary>
      <p className="mt-3">
        {/* The badge as other sites show it: a picture of the API, which needs no size from us. */}
        <img src={badge} alt={alt} height={20} loading="lazy" />
      </p>
      {snippetsOf(props).map(({ label, text }) => (
        <div key={label} className="mt-3 grid min-w-0 gap-2">
          <div className="flex items-baseline justify-between gap-3">
            <span className="text-small text-fg-muted">{label}</span>
            <CopyButton label={`Copy ${label}`} text={text} className="control" />
          </div>
          <PlainCode text={text} label={`Badge in ${label}`} />
        </div>
      ))}
    </details>
  );
}
