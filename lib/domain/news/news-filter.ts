import { isAttentionProvider, type AttentionProvider } from "../attention/attention-terms";
import { matchCategories, type NewsCategory } from "./news-categories";

/** An article passes with any of these; with none of both, nothing does. */
export interface NewsFilter {
  categories: NewsCategory[];
  providers: AttentionProvider[];
}

/** What a `category` asks for: a category, one of the attention providers by its terms, or both. Null is everything. */
export function newsFilter(category: string | undefined): NewsFilter | null {
  if (category === undefined) return null;
  const categories = matchCategories(category);
  if (categories === null) return null;
  const id = category.toLowerCase();
  return { categories, providers: isAttentionProvider(id) ? [id] : [] };
}

/** Ids of the publications whose name or domain holds a text, in any case. */
export function publicationsNamed(publications: readonly { sourceId: string; name: string; domain: string }[], text: string): string[] {
  const wanted = text.toLowerCase();
  return publications
    .filter(({ name, domain }) => name.toLowerCase().includes(wanted) || domain.toLowerCase().includes(wanted))
    .map(({ sourceId }) => sourceId);
}
