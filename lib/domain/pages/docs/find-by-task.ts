/** Something that is found by what one wants to do with it. */
export interface Findable {
  /** What it answers, in one sentence. */
  summary: string;
  path: string;
  /** The group that it stands in, with its words. */
  section: string;
  /** All else that is said about it. */
  details: string;
}

/** A word of the summary says more than one of the details. */
const WEIGHTS = { summary: 4, path: 3, section: 1.5, details: 1 } as const satisfies Record<keyof Findable, number>;

/** Words of questions, which say nothing of what is asked for. */
const SAYS_NOTHING = new Set(
  "a about all an and any are as at be by can did do does every for from get give has have how i if in is it its latest many me more much my newest now of on or our please right should show some tell that the their them there this to up us use using want was we what when where which who why will with you your".split(
    " ",
  ),
);

/** Words that people use, and ours for the same. */
const OURS: Readonly<Record<string, string>> = {
  alert: "watch",
  alive: "health",
  automatically: "watch",
  broken: "down",
  best: "rank",
  bill: "projection",
  bought: "purchases",
  breaking: "news",
  budget: "projection",
  callback: "webhook",
  cancel: "ends",
  cheap: "cheapest",
  check: "verify",
  choose: "rank",
  cost: "price",
  crash: "incidents",
  deactivate: "ends",
  deleted: "removed",
  expensive: "price",
  fee: "price",
  gpt: "models",
  graphics: "gpu",
  headline: "news",
  hook: "webhook",
  left: "balance",
  llm: "models",
  notify: "watch",
  offline: "down",
  outage: "incidents",
  predict: "forecast",
  prediction: "forecast",
  quote: "buy",
  remind: "watch",
  recommend: "rank",
  reliability: "uptime",
  spend: "usage",
  spent: "usage",
  stop: "ends",
  story: "news",
  topup: "buy",
  vulnerable: "vulnerability",
  webhook: "watch",
};

/** Looks like the plural of another word, and is none. */
const IS_WHOLE = new Set(["news"]);

/** Forms of one word become the same: price, prices and pricing. */
const stem = (word: string): string => (word.length < 4 || IS_WHOLE.has(word) ? word : word.replace(/(?:ies|ied|ing|ly|ed|es|s|e|y)$/, ""));

const wordsOf = (given: string): string[] =>
  given
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

const stemsOf = (given: string): Set<string> => new Set(wordsOf(given).map(stem));

const OURS_BY_STEM = new Map(Object.entries(OURS).map(([theirs, ours]) => [stem(theirs), stem(ours)]));

/** A reader who asks to be told of something later wants a watch. */
const ASKS_TO_BE_TOLD = /\b(?:tell|let) me (?:know )?(?:when|if|once)\b/i;

/** Two words for one: they are read as `topup`. */
const TOPS_UP = /\btop(?:ping|ped)?[ -]up\b/i;

/** Each wanted word in all its forms: as it was given, and as we say it. */
const wantedIn = (task: string): string[][] =>
  [...new Set(wordsOf(task.replace(ASKS_TO_BE_TOLD, "watch").replace(TOPS_UP, "topup")).filter((word) => !SAYS_NOTHING.has(word)))].map(
    (word) => {
      const ours = OURS_BY_STEM.get(stem(word));
      return ours === undefined ? [stem(word)] : [stem(word), ours];
    },
  );

const KEYS = ["summary", "path", "section", "details"] as const;

type Stems = Readonly<Record<keyof Findable, Set<string>>>;

const placesOf = ({ summary, path, section, details }: Findable): Stems => ({
  summary: stemsOf(summary),
  // A path's parameters count as details. Only its own words say what it answers.
  path: stemsOf(path.replace(/\{\w+\}/g, "")),
  section: stemsOf(section),
  details: stemsOf(details),
});

/** Least share of the best entry's score. Less fitting entries are left out. */
const LEAST_SHARE = 0.45;

/** The weights of all places in which any form of the word stands; 0 where none does. */
const weightOf = (stems: Stems, forms: readonly string[]): number =>
  KEYS.filter((key) => forms.some((form) => stems[key].has(form))).reduce((sum, key) => sum + WEIGHTS[key], 0);

/**
 * Entries that fit a task, the best first; empty where no word of the task is known. A word counts for
 * more the fewer entries have it. An entry with more of the words goes before one that has a single
 * word often.
 */
export function findByTask<Entry extends Findable>(entries: readonly Entry[], task: string, most = 8): Entry[] {
  const wanted = wantedIn(task);
  const stemmed = entries.map((entry) => ({ entry, stems: placesOf(entry) }));
  const rarity = wanted.map((forms) => {
    const having = stemmed.filter(({ stems }) => weightOf(stems, forms) > 0).length;
    return having === 0 ? 0 : Math.log(1 + entries.length / having);
  });
  const scored = stemmed.map(({ entry, stems }) => ({
    entry,
    score: wanted.reduce((sum, forms, index) => sum + weightOf(stems, forms) * (rarity[index] ?? 0), 0),
  }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best * LEAST_SHARE)
    .toSorted((one, other) => other.score - one.score || one.entry.path.length - other.entry.path.length)
    .slice(0, most)
    .map(({ entry }) => entry);
}
