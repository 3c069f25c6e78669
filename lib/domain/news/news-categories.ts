export const NEWS_CATEGORIES = [
  "Google/Gemini",
  "Open Source",
  "Models",
  "General AI",
  "Startups",
  "Enterprise",
  "Research",
  "Policy & Safety",
  "Hardware/Chips",
  "Community",
  "Tools & Dev",
] as const;

export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Categories that a filter word matches ("research", "tools", "opensource", "google"). Null: no filter. */
export function matchCategories(filter: string): NewsCategory[] | null {
  if (filter.toLowerCase() === "all") return null;
  const squashedFilter = squash(filter);
  return squashedFilter === ""
    ? []
    : NEWS_CATEGORIES.filter(
        (category) => category.toLowerCase().includes(filter.toLowerCase()) || squash(category).includes(squashedFilter),
      );
}
