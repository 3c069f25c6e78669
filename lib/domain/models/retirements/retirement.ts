export const RETIREMENT_STATES = ["active", "legacy", "deprecated", "extended", "retired"] as const;
export type RetirementState = (typeof RETIREMENT_STATES)[number];

/** `earliest`: the host promises to answer until that day. `none_announced`: it has said no day. */
export const RETIREMENT_PRECISIONS = ["exact", "earliest", "none_announced"] as const;
export type RetirementPrecision = (typeof RETIREMENT_PRECISIONS)[number];

export const AFTER_RETIREMENT = ["error", "rerouted_to"] as const;

/** The end of a model at a host. */
export interface Retirement {
  host: string;
  /** Its id at that host. */
  model: string;
  state: RetirementState;
  announcedOn: string | null;
  /** YYYY-MM-DD, or less of it. */
  retiresOn: string | null;
  precision: RetirementPrecision;
  /** What calls get after that day; null where the host does not say. */
  after: (typeof AFTER_RETIREMENT)[number] | null;
  /** Id of the model that then answers. */
  reroutedTo: string | null;
  /** The one model that the host names as its replacement. */
  replacement: string | null;
  /** Models to choose from, where the host names several. */
  options: string[];
  page: string | null;
}

/** Who states an end: the host's own page, others' copy of it, the release's copy, or a price list. */
export const STANDINGS = ["own", "gathered", "bundled", "list"] as const;
export type Standing = (typeof STANDINGS)[number];

export interface Statement extends Retirement {
  source: string;
  standing: Standing;
}

export const retirementKey = ({ host, model }: Pick<Retirement, "host" | "model">): string => `${host}/${model.toLowerCase()}`;

/** The replacement where one is named, and the options where there are several. */
export const successorsOf = (names: readonly string[]): Pick<Retirement, "replacement" | "options"> =>
  names.length === 1 ? { replacement: names[0] ?? null, options: [] } : { replacement: null, options: [...new Set(names)] };

const LAST_MOMENT = "9999-12-31";

/** The day itself and, of a month or year alone, all of it have not passed. */
export const lastDayOf = (date: string): string => date + LAST_MOMENT.slice(date.length);

/** Whether the day has passed; all of a month or year has to. */
export const isPast = (day: string | null, today: string): boolean => day !== null && lastDayOf(day) < today;

/** The state on a day: a stored one says what was so when it was read. */
export function stateOn(
  { state, retiresOn, precision }: Pick<Retirement, "state" | "retiresOn" | "precision">,
  today: string,
): RetirementState {
  if (state === "retired" && (retiresOn === null || isPast(retiresOn, today))) return state;
  if (precision === "exact" && isPast(retiresOn, today)) return "retired";
  if (state === "retired") return "deprecated";
  // The host promises nothing after that day.
  return state === "active" && isPast(retiresOn, today) ? "deprecated" : state;
}

/** Whether the host has said that it ends the model, be it without a day. */
export const isAnnounced = ({ state, precision }: Pick<Retirement, "state" | "precision">): boolean =>
  state !== "active" || precision === "exact";
