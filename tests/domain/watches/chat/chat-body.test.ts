import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHAT_LIMITS, chatBody, type ChatMessage } from "@/lib/domain/watches/chat/chat-body";
import { fireMessage, pingMessage } from "@/lib/domain/watches/chat/fire-message";
import { exampleMatch } from "@/lib/domain/watches/example-match";
import { readWatchSpec, type WatchSpec } from "@/lib/domain/watches/watch-spec";

const context = {
  baseUrl: "https://aed.example",
  watchId: "wat_000000000000000000000000",
  subjects: ["anthropic/claude-opus-4-5"],
  providerName: (id: string) => (id === "anthropic" ? "Anthropic" : id),
};

const message: ChatMessage = {
  sentence: "The input price of A <b> & *c* fell.",
  lines: ["<!channel> @everyone <@U1>", "[pay](https://evil.example) `x`"],
  link: { label: "See the model", url: "https://aed.example/models/a/b?x=1&y=2" },
};

interface Slack {
  text: string;
}
interface Discord {
  content: string;
  allowed_mentions: { parse: string[] };
}
interface Teams {
  attachments: {
    contentType: string;
    content: { body: { type: string; inlines: { type: string; text: string }[] }[]; actions: { url: string }[] };
  }[];
}
const slack = (given: ChatMessage) => JSON.parse(chatBody("slack", given)) as Slack;
const discord = (given: ChatMessage) => JSON.parse(chatBody("discord", given)) as Discord;
const teams = (given: ChatMessage) => JSON.parse(chatBody("teams", given)) as Teams;

describe("the body of a message", () => {
  test("to Slack has a text with its three escapes, and signs that look like mark-up but are none", () => {
    expect(slack(message)).toEqual({
      text: [
        "The input price of A &lt;b&gt; &amp; ∗c∗ fell.",
        "• &lt;!channel&gt; @everyone &lt;@U1&gt;",
        "• [pay](https∶//evil.example) ˋxˋ",
        "<https://aed.example/models/a/b?x=1&amp;y=2|See the model>",
      ].join("\n"),
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(slack({ ...message, sentence: "gpt_5_mini and _this_ ~that~ :smile: llama3:70b", lines: [] }).text.split("\n")[0]).toBe(
      "gpt_5_mini and ＿this＿ ∼that∼ ∶smile: llama3:70b",
    );
  });

  test("to Discord escapes its mark-up, pings nobody and shows no picture of the page", () => {
    expect(discord(message)).toEqual({
      content: [
        "The input price of A \\<b\\> & \\*c\\* fell.",
        "• \\<!channel\\> \\@everyone \\<\\@U1\\>",
        "• \\[pay\\]\\(https\\://evil.example\\) \\`x\\`",
        "[See the model](<https://aed.example/models/a/b?x=1&y=2>)",
      ].join("\n"),
      allowed_mentions: { parse: [] },
    });
  });

  test("to Teams is a card whose texts are no mark-up, with a button", () => {
    expect(teams(message)).toEqual({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.2",
            body: [
              { type: "RichTextBlock", inlines: [{ type: "TextRun", text: message.sentence }] },
              { type: "RichTextBlock", inlines: [{ type: "TextRun", text: "• <!channel> @everyone <@U1>" }] },
              { type: "RichTextBlock", inlines: [{ type: "TextRun", text: "• [pay](https://evil.example) `x`" }] },
            ],
            actions: [{ type: "Action.OpenUrl", title: "See the model", url: message.link.url }],
            msteams: { width: "Full" },
          },
        },
      ],
    });
  });

  test("says how many lines are left out where not all of them fit", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Model ${index}: input price from $1.00 to $2.00 (+100.0 %)`);
    const { content } = discord({ ...message, lines });
    const shown = content.split("\n");
    const count = shown.filter((line) => line.startsWith("• ")).length;
    expect([count > 10, shown.at(-2), content.length <= 2000]).toEqual([true, `and ${60 - count} more`, true]);
  });
});

/** Texts that would mention people, forge links or break mark-up, among any others. */
const hostile = fc.oneof(
  fc.constantFrom(
    "<!channel>",
    "<!here|x>",
    "<@U012AB3CD>",
    "<#C1|x>",
    "@everyone",
    "<@!1>",
    "<@&1>",
    "[x](https://evil.example)",
    "<https://evil.example|See the model>",
    "https://evil.example",
    "```",
    "`",
    "||x||",
    "# big",
    "> quoted",
    "<at>Everyone</at>",
    "*bold*",
    "__u__",
    "~~s~~",
    ":smile:",
    "<:e:1>",
    "<t:1:R>",
    "&lt;!channel&gt;",
    "\\",
    "\u202E",
    "\n# x",
    "\uD800",
  ),
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 400 }),
);
const text = fc.array(hostile, { maxLength: 40 }).map((parts) => parts.join(""));
const anyMessage: fc.Arbitrary<ChatMessage> = fc.record({
  sentence: text.map((one) => `The state of ${one}`),
  lines: fc.array(text, { maxLength: 80 }),
  link: fc.constant({ label: "See the model", url: "https://aed.example/models/a/b" }),
});

/** What is left of Discord's text where a backslash hides the character behind it. */
const unescaped = (content: string): string => content.replace(/\\[^0-9A-Za-z\s]/g, "");

describe("the body of any message", () => {
  test("to Slack is within a section, and has no other link, mention or mark-up than its own link", () => {
    fc.assert(
      fc.property(anyMessage, (given) => {
        const { text: sent } = slack(given);
        const own = "<https://aed.example/models/a/b|See the model>";
        expect(sent.length).toBeLessThanOrEqual(CHAT_LIMITS.slack);
        expect(sent.endsWith(`\n${own}`)).toBe(true);
        const rest = sent.slice(0, -own.length);
        expect(rest).not.toMatch(/[<>*~`]|:\/\/|&(?!amp;|lt;|gt;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u);
      }),
    );
  });

  test("to Discord is within its characters, and leaves nothing that Discord reads as mark-up", () => {
    fc.assert(
      fc.property(anyMessage, (given) => {
        const { content, allowed_mentions: mentions } = discord(given);
        const own = "[See the model](<https://aed.example/models/a/b>)";
        expect(content.length).toBeLessThanOrEqual(CHAT_LIMITS.discord);
        expect(mentions).toEqual({ parse: [] });
        expect(content.endsWith(`\n${own}`)).toBe(true);
        expect(unescaped(content.slice(0, -own.length))).not.toMatch(/[\\`*_~|<>[\]()#@:]/);
      }),
    );
  });

  test("to Teams is within 28 KB as it is sent, and its only link is the button", () => {
    fc.assert(
      fc.property(anyMessage, (given) => {
        const sent = chatBody("teams", given);
        expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(28 * 1024);
        const [{ content } = { content: null }] = (JSON.parse(sent) as Teams).attachments;
        expect(content?.actions.map(({ url }) => url)).toEqual(["https://aed.example/models/a/b"]);
        expect(
          content?.body
            .flatMap(({ type, inlines }) => [type, ...inlines.map((one) => one.type)])
            .filter((type) => !/^(RichTextBlock|TextRun)$/.test(type)),
        ).toEqual([]);
      }),
    );
  });
});

const specs: WatchSpec[] = [
  { type: "price", model: "claude-opus-4-5", field: "inputPrice", op: "lt", threshold: 4 },
  { type: "price", model: "claude-opus-4-5", field: "blended", op: "changes" },
  { type: "status", provider: "Anthropic", op: "becomes", value: "down" },
  { type: "digest", cadence: "daily" },
  { type: "retirement", provider: "anthropic", days_before: [30] },
  { type: "capability", model: "claude-opus-4-5" },
  { type: "new_model", provider: "anthropic" },
];

describe("the message of a fire", () => {
  const seen = { subjects: context.subjects, lastValue: 5, today: "2026-05-15" };
  const told = (spec: WatchSpec, subjects = context.subjects) =>
    fireMessage(exampleMatch(spec, { ...seen, subjects }), { ...context, subjects });

  test("is one sentence with a link, for each type", () => {
    const subjectsOf = ({ type }: WatchSpec) => (type === "new_model" || type === "retirement" ? ["anthropic"] : context.subjects);
    expect(
      specs.map((spec) => [told(spec, subjectsOf(spec)).sentence, told(spec, subjectsOf(spec)).link.url.replace(context.baseUrl, "")]),
    ).toEqual([
      [
        "The input price of Claude Opus 4.5 at Anthropic fell from $5.00 to $3.20 per 1M tokens (−36.0 %), below $4.00.",
        "/models/anthropic/claude-opus-4-5",
      ],
      [
        "The blended price of Claude Opus 4.5 at Anthropic fell from $6.30 to $4.00 per 1M tokens (−36.5 %).",
        "/models/anthropic/claude-opus-4-5",
      ],
      ["The state of Anthropic is down; it was operational before.", "/providers/anthropic"],
      ["Model prices of the last day: 2 models changed in price or came or went.", "/changes"],
      ["The end of example-1 at Anthropic is announced: 2026-08-13. In its place: example-2.", "/models/anthropic/example-1"],
      ["What Claude Opus 4.5 at Anthropic can do changed:", "/models/anthropic/claude-opus-4-5"],
      ["New model of Anthropic: Example 1, input $1.00, output $4.00 per 1M tokens.", "/models/anthropic/example-1"],
    ]);
    expect(told({ type: "capability", model: "x" }).lines).toEqual(["context window from 200K to 1M tokens", "takes: now also image"]);
  });

  test("is on the right side of the smallest thresholds, and names the service that the watch follows", () => {
    const price = (op: "lt" | "gt", threshold: number) =>
      told({ type: "price", model: "claude-opus-4-5", field: "inputPrice", op, threshold }).sentence.replace(/^.* at Anthropic /, "");
    expect([price("lt", 0.01), price("gt", 0.004), price("gt", 0)]).toEqual([
      "fell from $0.013 to $0.008 per 1M tokens (−38.5 %), below $0.01.",
      "rose from $0.0032 to $0.005 per 1M tokens (+56.3 %), above $0.004.",
      "rose from $0.00 to $1.00 per 1M tokens, above $0.00.",
    ]);
    const spec: WatchSpec = { type: "status", provider: "Claude api", op: "changes" };
    const service = { name: "Claude API", provider: "anthropic" };
    const { sentence, link } = fireMessage(exampleMatch(spec, { ...seen, service }), context);
    expect([sentence, link.url]).toEqual([
      "The state of Claude API is down; it was operational before.",
      "https://aed.example/providers/anthropic",
    ]);
  });

  test("says of an end that it moved, was taken back, or comes in so many days", () => {
    const end = exampleMatch({ type: "retirement", provider: "anthropic" }, { ...seen, subjects: ["anthropic/old"] });
    const said = (over: object) => fireMessage({ ...end, replacement: null, ...over } as typeof end, context).sentence;
    expect([
      said({ event: "moved", moved_from: "2026-06-30" }),
      said({ event: "moved", moved_from: "2026-06-30", retires_on: null }),
      said({ event: "days_before", days_left: 1 }),
      said({ event: "days_before", days_left: 0 }),
      said({ retires_on: null }),
      said({ precision: "earliest" }),
    ]).toEqual([
      "The end of old at Anthropic moved from 2026-06-30 to 2026-08-13.",
      "The end of old at Anthropic moved from 2026-06-30 to no announced day.",
      "The end of old at Anthropic is in 1 day, on 2026-08-13.",
      "The end of old at Anthropic is today, 2026-08-13.",
      "The end of old at Anthropic is announced, without a day.",
      "The end of old at Anthropic is announced: 2026-08-13 at the earliest.",
    ]);
  });

  test("keeps the limits with hostile names of any length, and an address that leads to a page of ours", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...specs), (name, spec) => {
        const match = exampleMatch(spec, { ...seen, subjects: [`host/${name}`] });
        const named = JSON.parse(JSON.stringify(match), (key, value: unknown) =>
          key === "model" || key === "name" ? name : value,
        ) as typeof match;
        const given = fireMessage(named, { ...context, subjects: [`host/${name}`] });
        expect(given.link.url.startsWith("https://aed.example/")).toBe(true);
        expect(given.link.url).not.toMatch(/[<>|\s]/);
        expect(slack(given).text.length).toBeLessThanOrEqual(CHAT_LIMITS.slack);
        expect(discord(given).content.length).toBeLessThanOrEqual(CHAT_LIMITS.discord);
        expect([given.sentence.includes("\n"), given.sentence.isWellFormed()]).toEqual([false, true]);
      }),
    );
  });
});

test("a test says what the watch waits for, whatever its owner called the model", () => {
  const spec = readWatchSpec({ type: "price", model: "<!channel> *x*", field: "inputPrice", op: "changes" }).spec as WatchSpec;
  expect(slack(pingMessage(spec, context)).text).toBe(
    [
      "This is a test of a watch: its messages arrive here.",
      "• When the input price of &lt;!channel&gt; ∗x∗ changes",
      "<https://aed.example/account/watches/wat_000000000000000000000000|See the watch>",
    ].join("\n"),
  );
});
