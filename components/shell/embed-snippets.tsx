import type { EMBED_SIZES } from "@/lib/domain/badges/embed-path";
import { escapeMarkup } from "@/lib/domain/basics/markup";
import { frameSnippet, markdownPicture, SnippetList, type Snippet } from "./snippet-list";

interface Props {
  baseUrl: string;
  /** Path of the drawing as SVG. */
  picture: string;
  /** Path of the page to frame, and what its frame needs. */
  frame: { path: string; size: (typeof EMBED_SIZES)["map" | "price"] };
  /** Where the picture leads: the page that it stands on. */
  page: string;
  /** What the picture shows, without its values: those change. */
  alt: string;
}

const THEMES = [
  { value: "reader", label: "The reader's", query: "" },
  { value: "light", label: "Light", query: "theme=light" },
  { value: "dark", label: "Dark", query: "theme=dark" },
] as const;

const withQuery = (path: string, ...parts: readonly string[]): string => {
  const given = parts.filter((part) => part !== "").join("&");
  return given === "" ? path : `${path}?${given}`;
};

/** The narrow drawing stands where the window is narrow, since a wide one could not be read there. */
function htmlSnippet({ baseUrl, picture, page, alt }: Props, theme: string): Snippet {
  const [wide, narrow, link] = [
    withQuery(`${baseUrl}${picture}`, theme),
    withQuery(`${baseUrl}${picture}`, theme, "size=narrow"),
    `${baseUrl}${page}`,
  ].map(escapeMarkup);
  const image = `<img src="${wide}" alt="${escapeMarkup(alt)}" style="max-width:100%;height:auto" loading="lazy">`;
  return {
    label: "HTML",
    text: `<a href="${link}"><picture><source media="(max-width: 600px)" srcset="${narrow}">${image}</picture></a>`,
  };
}

function snippetsOf(props: Props, theme: string): Snippet[] {
  const { baseUrl, picture, frame, page, alt } = props;
  return [
    htmlSnippet(props, theme),
    markdownPicture({ picture: withQuery(`${baseUrl}${picture}`, theme), link: `${baseUrl}${page}`, alt }),
    frameSnippet({ source: withQuery(`${baseUrl}${frame.path}`, theme), title: alt, ...frame.size }),
  ];
}

/** The drawing above it as other pages would show it, in each theme, and what to write there. */
export function EmbedSnippets(props: Props) {
  const { picture, alt } = props;
  return (
    <details className="no-print embed-snippets mt-3 min-w-0">
      <summary>Embed this picture</summary>
      <fieldset className="mt-3 flex flex-wrap gap-x-4">
        <legend className="sr-only">Theme of the picture</legend>
        {THEMES.map(({ value, label }) => (
          <label key={value} className="inline-flex min-h-6 items-center gap-2">
            <input type="radio" name={`theme of ${picture}`} value={value} defaultChecked={value === "reader"} />
            {label}
          </label>
        ))}
      </fieldset>
      {THEMES.map(({ value, query }) => (
        <div key={value} data-embed={value}>
          <picture>
            <source media="(max-width: 600px)" srcSet={withQuery(picture, query, "size=narrow")} />
            <img src={withQuery(picture, query)} alt={alt} loading="lazy" className="mt-3 max-w-full" />
          </picture>
          <SnippetList snippets={snippetsOf(props, query)} of="Picture" />
        </div>
      ))}
    </details>
  );
}
