import { mentions, selectComponents, type ComponentRules, type StatusComponent } from "@/lib/domain/status/core-components";
import { worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { SourceError } from "../http/source";
import { readStatusFeed, type FeedItem, type StatusFeed } from "./feed-items";
import { componentsOf, isMaintenance, textWithoutTags, severityOf, stageOf, type ItemStage } from "./feed-item-state";
import type { StatusReading, StatusSource } from "./status-source";
import { DAY_MS } from "@/lib/domain/basics/time";

/** An item open for longer was never closed by its author; it counts as closed. */
const OPEN_FOR_MS = 14 * DAY_MS;
const UNSTATED_FOR_MS = 3 * DAY_MS;

interface OpenItem {
  item: FeedItem;
  stage: ItemStage;
}

function isCurrent(stage: ItemStage, item: FeedItem, writtenAt: Date | null, listsOnlyCurrent: boolean): boolean {
  if (stage.kind === "closed" || stage.kind === "planned") return false;
  if (stage.kind === "unstated" && isMaintenance(item)) return false;
  if (listsOnlyCurrent || item.at === null || writtenAt === null) return true;
  const age = writtenAt.getTime() - item.at.getTime();
  return age >= -DAY_MS && age <= (stage.kind === "open" ? OPEN_FOR_MS : UNSTATED_FOR_MS);
}

function openItems(feed: StatusFeed, rules: ComponentRules, listsOnlyCurrent: boolean): OpenItem[] {
  return feed.items
    .filter(
      (item) =>
        rules.include.length === 0 || mentions(`${item.title} ${textWithoutTags(item.html)} ${item.categories.join(" ")}`, rules.include),
    )
    .map((item) => ({ item, stage: stageOf(item) }))
    .filter(({ item, stage }) => isCurrent(stage, item, feed.writtenAt, listsOnlyCurrent));
}

function judge({ item, stage }: OpenItem, rules: ComponentRules): { state: ServiceState; components: StatusComponent[] } {
  const severity = isMaintenance(item) ? "degraded" : severityOf(item, stage);
  const components = selectComponents(componentsOf(item, severity), { ...rules, include: [] });
  if (components.length === 0) return { state: severity, components };
  const core = components.filter((component) => component.isCore);
  const worst = worstState(core.map((component) => component.status));
  return { state: core.length === 0 ? "operational" : worst === "unknown" ? severity : worst, components };
}

function readingOfFeed(feed: StatusFeed, rules: ComponentRules, listsOnlyCurrent: boolean): StatusReading {
  const open = openItems(feed, rules, listsOnlyCurrent);
  const judged = open.map((entry) => ({ ...judge(entry, rules), ...entry }));
  const state = judged.length === 0 ? "operational" : worstState(judged.map((entry) => entry.state));
  const fromItems = judged.flatMap((entry) => entry.components);
  const components =
    fromItems.length > 0 ? fromItems : [{ name: "API", status: state, rawStatus: open[0]?.stage.word ?? null, isCore: true }];
  return {
    state,
    rawStatus: open[0]?.stage.word ?? null,
    components,
    incidents: judged
      .filter((entry) => entry.state !== "operational")
      .map(({ item, state: impact }) => ({
        title: item.title || "Incident",
        impact: impact === "down" ? "down" : "degraded",
        startedAt: item.at,
      })),
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
