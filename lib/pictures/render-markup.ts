import type { ReactElement } from "react";
import { onlyXmlCharacters } from "@/lib/domain/basics/markup";

/** Writes elements as markup that parsers of HTML and XML read alike. The renderer is loaded when the first picture is drawn. */
export async function renderMarkup(element: ReactElement): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  return onlyXmlCharacters(renderToStaticMarkup(element));
}
