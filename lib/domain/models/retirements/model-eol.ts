import { groupBy } from "../../basics/group-by";
import type { RetirementState } from "./retirement";

export const MODEL_EOL_SPEC = "model-eol/0.1";
/** What the format accepts as the id of a replacement. */
export const EOL_ID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export const EOL_PRECISIONS = ["earliest", "tentative"] as const;
export const EOL_STATUSES = ["active", "legacy", "extended-access", "retired"] as const;

interface Listed {
  model: string;
  host: string;
  provider: string | null;
  state: RetirementState;
  announced_on: string | null;
  retires_on: string | null;
  precision: string;
  replacement: string | null;
  options: readonly string[];
  source_url: string | null;
}

interface Clock {
  announced?: string;
  shutdown?: string;
  date_precision?: (typeof EOL_PRECISIONS)[number];
  source?: string;
}

interface EolDistribution extends Clock {
  via: string;
  status: (typeof EOL_STATUSES)[number];
}

export interface EolModel extends Clock {
  id: string;
  replacement?: string;
  replacement_options?: string[];
  distributions?: EolDistribution[];
}

/** The format's names of hosts; another has its own id. */
const VIA: Readonly<Record<string, string>> = {
  azure: "azure-ai-foundry",
  "amazon-bedrock": "aws-bedrock",
  "google-vertex": "vertex-ai",
};

const STATUS: Readonly<Record<RetirementState, (typeof EOL_STATUSES)[number]>> = {
  active: "active",
  legacy: "legacy",
  deprecated: "legacy",
  extended: "extended-access",
  retired: "retired",
};

/** The maker's own id of a model at a host. Bedrock writes the maker before it and the version behind it. */
const makersId = ({ host, model }: Listed): string =>
  host === "amazon-bedrock"
    ? model.replace(/^(?:[a-z]{2,6}\.)?[a-z0-9]+\./, "").replace(/-v\d+(?::\d+)?$/, "")
    : (model.split("/").at(-1) ?? model);

const isDay = (day: string | null): day is string => day?.length === 10;

function clockOf({ announced_on: announced, retires_on: shutdown, precision, source_url: source, state }: Listed): Clock {
  const isPromise = state === "active" && precision === "earliest";
  return {
    ...(isDay(announced) && !isPromise ? { announced } : {}),
    ...(isDay(shutdown) ? { shutdown } : {}),
    ...(isDay(shutdown) && precision === "earliest" ? { date_precision: isPromise ? "tentative" : "earliest" } : {}),
    ...(source === null ? {} : { source }),
  };
}

/** Only what this feed has, too, is a drop-in replacement by the format's rules; others are options. */
function replacementsOf({ replacement, options }: Listed, ids: ReadonlySet<string>): Pick<EolModel, "replacement" | "replacement_options"> {
  if (replacement !== null && EOL_ID.test(replacement) && ids.has(replacement)) return { replacement };
  const named = (replacement === null ? options : [replacement]).filter((id) => EOL_ID.test(id));
  return named.length > 0 ? { replacement_options: [...named] } : {};
}

function modelOf(ends: readonly Listed[], ids: ReadonlySet<string>): EolModel[] {
  const own = ends.find(({ host, provider }) => host === provider);
  const [first] = ends;
  if (!first) return [];
  const elsewhere = [...new Map(ends.filter((end) => end !== own).map((end) => [VIA[end.host] ?? end.host, end])).entries()];
  const distributions = elsewhere.map(([via, end]) => ({ via, status: STATUS[end.state], ...clockOf(end) }));
  return [
    {
      id: own?.model ?? makersId(first),
      ...(own ? { ...clockOf(own), ...replacementsOf(own, ids) } : {}),
      ...(distributions.length > 0 ? { distributions } : {}),
    },
  ];
}

/** The models of a feed in the model-eol format. The maker's own clock stands first, beside those of other hosts. */
export function eolModels(ends: readonly Listed[]): EolModel[] {
  const models = groupBy(ends, (end) => makersId(end).toLowerCase());
  const ids = new Set(ends.map(makersId));
  return [...models.values()].flatMap((group) => modelOf(group, ids));
}
