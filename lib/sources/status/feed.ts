import {
  isAboutPeripheral,
  mentions,
  selectComponents,
  type ComponentRules,
  type PageComponent,
  type StatusComponent,
} from "@/lib/domain/status/core-components";
import { hasRegion } from "@/lib/domain/status/regions";
import { worstState, type KnownState, type ServiceState } from "@/lib/domain/status/service-state";
import { SourceError } from "../http/source";
import { readStatusFeed, type FeedItem, type StatusFeed } from "./feed-items";
import { componentsOf, isMaintenance, severityOf, stageOf, tellsOfTrouble, textWithoutTags, type ItemStage } from "./feed-item-state";
import { requireEvidence, type StatusReading, type StatusSource } from "./status-source";
import { DAY_MS, HOUR_MS } from "@/lib/domain/basics/time";

/** An item open for longer was never closed by its author; it counts as closed. */
const OPEN_FOR_MS = 14 * DAY_MS;
/** An item that only its words call trouble. */
const UNSTATED_FOR_MS = DAY_MS;
/** An item dated further ahead announces what is to come. */
const AHEAD_MS = HOUR_MS;

interface OpenItem {
  item: FeedItem;
  stage: ItemStage;
}

function isCurrent({ kind }: ItemStage, item: FeedItem, writtenAt: Date | null, listsOnlyCurrent: boolean): boolean {
  if (kind === "closed" || kind === "planned") return false;
  if (kind === "unstated" && (isMaintenance(item) || !(listsOnlyCurrent || tellsOfTrouble(item)))) return false;
  if (listsOnlyCurrent) return true;
  if (item.at === null || writtenAt === null) return kind === "open";
  const age = writtenAt.getTime() - item.at.getTime();
  return age >= -AHEAD_MS && age <= (kind === "open" ? OPEN_FOR_MS : UNSTATED_FOR_MS);
}

const concerns = (item: FeedItem, rules: ComponentRules): boolean =>
  rules.include.length === 0 || mentions(`${item.title} ${textWithoutTags(item.html)} ${item.categories.join(" ")}`, rules.include);

const openItems = (feed: StatusFeed, rules: ComponentRules, listsOnlyCurrent: boolean): OpenItem[] =>
  feed.items
    .filter((item) => concerns(item, rules))
    .map((item) => ({ item, stage: stageOf(item) }))
    .filter(({ item, stage }) => isCurrent(stage, item, feed.writtenAt, listsOnlyCurrent));

/** A maintenance is planned, and whom only words call troubled is at most degraded. */
const severityIn = ({ item, stage }: OpenItem, listsOnlyCurrent: boolean): KnownState =>
  isMaintenance(item) ? "operational" : stage.kind === "unstated" && !listsOnlyCurrent ? "degraded" : severityOf(item, stage);

/** An item tells only of the region that it names. A service with one region down is degraded. */
const inOneRegion = (components: readonly PageComponent[]): PageComponent[] =>
  components.map((component) =>
    component.status === "down" && hasRegion(component.name) ? { ...component, status: "degraded" } : component,
  );

function judge(open: OpenItem, rules: ComponentRules, listsOnlyCurrent: boolean): { state: ServiceState; components: StatusComponent[] } {
  const severity = severityIn(open, listsOnlyCurrent);
  const { components, state } = selectComponents(inOneRegion(componentsOf(open.item, severity)), { ...rules, include: [] }, false);
  if (components.length === 0) return { state: isAboutPeripheral(open.item.title, rules) ? "operational" : severity, components };
  // A maintenance may mark its components as down, and is planned all the same.
  if (severity === "operational") return { state: severity, components };
  return { state: state === null ? "operational" : state === "unknown" ? severity : state, components };
}

function readingOfFeed(feed: StatusFeed, rules: ComponentRules, listsOnlyCurrent: boolean): StatusReading {
  requireEvidence(listsOnlyCurrent || feed.items.length > 0);
  const judged = openItems(feed, rules, listsOnlyCurrent).map((entry) => ({ ...judge(entry, rules, listsOnlyCurrent), ...entry }));
  const troubled = judged.filter(({ state }) => state !== "operational");
  const state = troubled.length === 0 ? "operational" : worstState(troubled.map((entry) => entry.state));
  const rawStatus = (troubled[0] ?? judged[0])?.stage.word ?? null;
  const fromItems = judged.flatMap((entry) => entry.components);
  const components = fromItems.length > 0 ? fromItems : [{ name: "API", status: state, rawStatus, isCore: true }];
  return {
    state,
    rawStatus,
    components,
    incidents: troubled.map(({ item, state: impact }) => ({
      title: item.title || "Incident",
      impact: impact === "down" ? "down" : "degraded",
      startedAt: item.at,
    })),
    isMaintenance: judged.some(({ item }) => isMaintenance(item) && !isAboutPeripheral(item.title, rules)),
    reportedAt: feed.writtenAt,
  };
}

const isMarkup = (text: string): boolean => /^\s*<(?:\?xml|rss|feed|rdf:RDF|!--)/i.test(text);

function feedSource(listsOnlyCurrent: boolean): StatusSource {
  return {
    recognises: ({ text }) => isMarkup(text) && /<(?:rss|feed|rdf:RDF)[\s>]/i.test(text.slice(0, 4096)),
    read({ text }, rules) {
      if (!isMarkup(text)) throw new SourceError("not_expected", "not a feed");
      return readingOfFeed(readStatusFeed(text), rules, listsOnlyCurrent);
    },
  };
}

/** Incident history as RSS or Atom: only markup and categories of an item give its state. */
export const statusFeed = feedSource(false);

/** Azure's feed lists only current incidents; an empty feed means operational. */
export const azureFeed = feedSource(true);
