import { isAttentionProvider, type AttentionProvider } from "../attention/attention-terms";
import { matchCategories, type NewsCategory } from "./news-categories";

/** An article passes when it has any of these; with both lists empty, none passes. */
export interface NewsFilter {
  categories: NewsCategory[];
  providers: AttentionProvider[];
}

/** A `category` names a news category, an attention provider, or both. Null: no filter. */
export function newsFilter(category: string | undefined): NewsFilter | null {
  if (category === undefined) return null;
  const categories = matchCategories(category);
  if (categories === null) return null;
  const id = category.toLowerCase();
  return { categories, providers: isAttentionProvider(id) ? [id] : [] };
}

export function matchPublications(publications: readonly { id: string; name: string; domain: string }[], text: string): string[] {
  const lowerText = text.toLowerCase();
  return publications
    .filter(({ name, domain }) => name.toLowerCase().includes(lowerText) || domain.toLowerCase().includes(lowerText))
    .map(({ id }) => id);
}
