/** Stems so frequent that two of them side by side are indexed as a pair. */
export const COMMON_STEMS: ReadonlySet<string> = new Set(
  [
    "ai model agent llm gpt claud gemini chatgpt openai anthrop googl microsoft meta nvidia deepseek",
    "machin learn languag larg artifici intellig generat open sourc releas launch data chip new research startup",
  ].flatMap((line) => line.split(" ")),
);

/** Endings that Postgres' stemmer may remove. One too many is harmless: the pair it makes never occurs. */
const ENDINGS = [
  "",
  "s",
  "e",
  "es",
  "d",
  "ed",
  "led",
  "er",
  "ers",
  "lers",
  "ing",
  "ings",
  "ling",
  "al",
  "ally",
  "ent",
  "ently",
  "ence",
  "ences",
  "ic",
  "ical",
  "ive",
  "ively",
  "ivity",
  "or",
  "ors",
  "ion",
  "ions",
  "ional",
  "ation",
  "ly",
  "ness",
  "ment",
  "able",
  "ity",
  "ful",
  "y",
  "ies",
  "ize",
  "ism",
  "ist",
  "ous",
  "ate",
  "en",
  "est",
] as const;

export function commonStem(word: string): string | null {
  for (const ending of ENDINGS) {
    const stem = word.slice(0, word.length - ending.length);
    if (word.endsWith(ending) && COMMON_STEMS.has(stem)) return stem;
  }
  return null;
}

export function commonPairs(words: readonly string[]): string[] {
  const stems = words.map(commonStem);
  return [...new Set(stems.flatMap((stem, position) => (stem !== null && stems[position + 1] ? [`${stem}+${stems[position + 1]}`] : [])))];
}
