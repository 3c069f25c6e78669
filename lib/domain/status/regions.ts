import { groupBy } from "../basics/group-by";
import { worstState, type ServiceState } from "./service-state";

const DIRECTION = "(?:north|south|east|west|central)(?:east|west|central)?";
const CONTINENT = "us|usgov|eu|ca|sa|ap|af|me|il|mx|cn|uk|in|asia|europe|africa|australia|northamerica|southamerica|middleeast";
const COUNTRY = "us|usa|europe|asia|india|japan|australia|uk|canada|germany|france|switzerland|norway|sweden|korea|brazil|africa";

/** Regions as clouds write them: `us-east-1`, `europe-west4-a`, `eastus2`, `US East (N. Virginia)`, `nyc3`. */
const CODES = new RegExp(
  [
    `(?<![a-z])(?:${CONTINENT})-(?:gov-)?${DIRECTION}-?\\d{0,2}(?:-?[a-z])?(?![a-z])`,
    `(?<![a-z])${DIRECTION}(?:${COUNTRY})\\d?(?![a-z])`,
    `(?<![a-z])(?:${COUNTRY})${DIRECTION}\\d?(?![a-z])`,
    `(?<![a-z])(?:${COUNTRY}) ?-? ?${DIRECTION}(?: ?\\d)?(?![a-z])`,
    "(?<![a-z])(?:us|eu|ca|ap|as|oc|sea)-[a-z]{2,3}-\\d{1,2}(?![a-z\\d])",
    "(?<![a-z])(?:nyc|sfo|tor|atl|lon|ams|fra|sgp|blr|syd|iad|lhr|hkg|sjc|dfw|ord|lax|sea|mia|cdg|nrt|hnd|icn|bom|gru|arn|waw|mad|dub)-?\\d{1,2}(?![a-z\\d])",
  ].join("|"),
  "gi",
);
const PLACES =
  /(?<![\p{L}\p{N}])(?:united states|united kingdom|north america|south america|asia[ -]pacific|middle east|north(?:ern)? virginia|n\. ?virginia|ohio|oregon|n(?:orthern)?\.? california|virginia|iowa|dallas|chicago|seattle|montreal|toronto|quebec|são paulo|sao paulo|london|ireland|dublin|paris|frankfurt|germany|netherlands|amsterdam|belgium|zurich|stockholm|milan|spain|warsaw|finland|mumbai|hyderabad|singapore|tokyo|osaka|seoul|hong kong|taiwan|jakarta|sydney|melbourne|bahrain|uae|dubai|tel aviv|cape town|johannesburg|europe|asia|japan|india|australia|canada|brazil)(?![\p{L}\p{N}])/giu;
const SHORT = /(?<![\p{L}\p{N}])(?:US|USA|EU|UK|APAC|EMEA|AMER|LATAM)(?:[ -]?\d{1,2})?(?![\p{L}\p{N}])/gu;
const CLOUDS = /(?<![\p{L}\p{N}])(?:aws|amazon web services|gcp|google cloud|azure|microsoft azure)(?![\p{L}\p{N}])/giu;

/** The name without regions and clouds: `API (us-east-1)` and `API - Frankfurt` are the same service. */
export function withoutRegion(name: string): string {
  const bare = [CODES, PLACES, SHORT].reduce((text, pattern) => text.replace(pattern, " "), name);
  const plain = bare === name ? name : bare.replace(CLOUDS, " ");
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export const hasRegion = (name: string): boolean => [CODES, PLACES, SHORT].some((pattern) => name.replace(pattern, "") !== name);

interface Placed {
  name: string;
  group: string | null;
  status: ServiceState;
}

/** A name that so many groups have is one service in several places, whatever the groups are called. */
const REPEATED_IN = 3;

/** Components that differ only by region are one service. */
export function servicesOf<Component extends Placed>(components: readonly Component[]): Component[][] {
  const groupsOf = new Map(
    [...groupBy(components, ({ name }) => name)].map(([name, own]) => [name, new Set(own.map(({ group }) => group)).size]),
  );
  const keyOf = ({ name, group }: Placed): string =>
    (groupsOf.get(name) ?? 0) >= REPEATED_IN ? name : `${withoutRegion(group ?? "")}|${withoutRegion(name)}`;
  return [...groupBy(components, keyOf).values()];
}

/** The state of a service in several regions. It is down when at least half of them are, degraded when any is not well. */
export function stateAcrossRegions(states: readonly ServiceState[]): ServiceState {
  const down = states.filter((state) => state === "down").length;
  return down > 0 && down * 2 < states.length ? "degraded" : worstState(states);
}
