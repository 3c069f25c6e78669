import type { ChatFormat } from "./watch-format";

/** What a person reads in a channel. */
export interface ChatMessage {
  sentence: string;
  /** What belongs to the sentence, one thing a line. */
  lines: readonly string[];
  link: { label: string; url: string };
}

/**
 * Documented limits: characters of a section of Slack and of a message of Discord, bytes for Teams. The
 * last one leaves room for what Teams puts around a card.
 */
export const CHAT_LIMITS: Readonly<Record<ChatFormat, number>> = { slack: 3000, discord: 2000, teams: 24_000 };

/**
 * Slack has escapes for three characters only. What begins a mark-up, an emoji or a bare link becomes a
 * sign that looks alike, because a zero-width character would be copied with the text.
 */
const SLACK_LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/\*/g, "\u2217"],
  [/~/g, "\u223C"],
  [/`/g, "\u02CB"],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\uFF3F"],
  [/:(?=\/\/|[\w+'-]+:)/g, "\u2236"],
];

const slackEntities = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const slackText = (text: string): string =>
  slackEntities(SLACK_LOOKALIKES.reduce((shown, [sign, lookalike]) => shown.replace(sign, lookalike), text));

/** Discord shows any punctuation after a backslash as it is. */
const discordText = (text: string): string => text.replace(/[\\`*_~|<>[\]()#@:]/g, "\\$&");

type Measure = (text: string) => number;

const bytesOf: Measure = (text) => new TextEncoder().encode(JSON.stringify(text)).length;

/** The text, cut between characters where it is longer than there is room. */
function fitted(text: string, room: number, lengthOf: Measure): string {
  if (lengthOf(text) <= room) return text;
  let kept = [...text];
  while (kept.length > 0 && lengthOf(`${kept.join("")}…`) > room) kept = kept.slice(0, Math.floor(kept.length * 0.9));
  return `${kept.join("").trimEnd()}…`;
}

/** The sentence and as many whole lines as there is room for, then how many are left out. */
function fittedLines({ sentence, lines }: ChatMessage, room: number, lengthOf: Measure): string[] {
  const first = fitted(sentence, room, lengthOf);
  for (let count = lines.length; count > 0; count -= 1) {
    const rest = count < lines.length ? [`and ${lines.length - count} more`] : [];
    const all = [first, ...lines.slice(0, count).map((line) => `• ${line}`), ...rest];
    if (all.reduce((sum, line) => sum + lengthOf(line) + 1, 0) <= room) return all;
  }
  return [first];
}

/** Sentence, lines and link in the mark-up of a product. */
function marked(message: ChatMessage, limit: number, escape: (text: string) => string, link: string): string {
  const room = limit - link.length - 1;
  return [...fittedLines(message, room, (text) => escape(text).length).map(escape), link].join("\n");
}

function slackBody(message: ChatMessage): object {
  const link = `<${slackEntities(message.link.url)}|${slackText(message.link.label)}>`;
  return { text: marked(message, CHAT_LIMITS.slack, slackText, link), unfurl_links: false, unfurl_media: false };
}

/** Brackets around the address keep Discord from adding a picture of the page. */
function discordBody(message: ChatMessage): object {
  const link = `[${discordText(message.link.label)}](<${message.link.url}>)`;
  return { content: marked(message, CHAT_LIMITS.discord, discordText, link), allowed_mentions: { parse: [] } };
}

/** The text of a TextRun is no mark-up, so that nothing in it has to be escaped. */
function teamsBody(message: ChatMessage): object {
  const texts = fittedLines(message, CHAT_LIMITS.teams / 2, bytesOf);
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.2",
    body: texts.map((text) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] })),
    actions: [{ type: "Action.OpenUrl", title: message.link.label, url: message.link.url }],
    msteams: { width: "Full" },
  };
  return { type: "message", attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }] };
}

const BODIES: Readonly<Record<ChatFormat, (message: ChatMessage) => object>> = { slack: slackBody, discord: discordBody, teams: teamsBody };

/** The body that an incoming webhook of the product takes. */
export const chatBody = (format: ChatFormat, message: ChatMessage): string => JSON.stringify(BODIES[format](message));
