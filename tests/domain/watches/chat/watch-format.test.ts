import { expect, test } from "vitest";
import { formatFor, formatOfAddress, formatWarning, type WatchFormat } from "@/lib/domain/watches/chat/watch-format";
import { emptyFields, formatNote, formatOf } from "@/lib/domain/watches/watch-form";

const SLACK = "https://hooks.slack.com/services/T000/B000/abcd";
const DISCORD = "https://discord.com/api/webhooks/123/abc";
const TEAMS = "https://prod-12.westeurope.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?sig=x";
const OWN = "https://agent.example.com/hook";

test.each([
  [SLACK, "slack"],
  [` ${SLACK} `, "slack"],
  ["https://hooks.slack-gov.com/services/T/B/X", "slack"],
  [DISCORD, "discord"],
  ["https://discordapp.com/api/v10/webhooks/1/a", "discord"],
  ["https://canary.discord.com/api/webhooks/1/a", "discord"],
  [`${DISCORD}/slack`, "slack"],
  [TEAMS, "teams"],
  ["https://defaultabc.12.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/a", "teams"],
  [OWN, null],
  ["https://discord.com/channels/1/2", null],
  ["https://hooks.slack.com.evil.example/services/T", null],
  ["https://nothooks.slack.com/services/T", null],
  ["http://hooks.slack.com/services/T", null],
  ["hooks.slack.com", null],
  ["", null],
] as const)("%s is an address of %s", (address, format) => {
  expect(formatOfAddress(address)).toBe(format);
});

test.each([
  ["json", OWN, null],
  ["slack", SLACK, null],
  ["slack", `${DISCORD}/slack`, null],
  [
    "json",
    SLACK,
    "The address looks like an incoming webhook of Slack, which does not take a body in the format json: choose the format slack.",
  ],
  [
    "slack",
    DISCORD,
    "The address looks like an incoming webhook of Discord, which does not take a body in the format slack: choose the format discord.",
  ],
  [
    "teams",
    OWN,
    "The address is not one that Microsoft Teams gives out: its receiver must take the body of an incoming webhook of Microsoft Teams.",
  ],
] as [WatchFormat, string, string | null][])("a watch in %s to %s is warned of: %s", (format, address, warning) => {
  expect(formatWarning(format, address)).toBe(warning);
});

test("a watch has the format of its address, json at any other, and whatever is asked for", () => {
  expect([SLACK, TEAMS, OWN].map((address) => formatFor(undefined, address))).toEqual(["slack", "teams", "json"]);
  expect([formatFor("json", SLACK), formatFor("slack", OWN)]).toEqual(["json", "slack"]);
});

test("the form takes the format from the address unless one is chosen, and says which", () => {
  const fields = emptyFields("price");
  expect([SLACK, DISCORD, TEAMS, OWN].map((address) => formatOf({ ...fields, callback_url: address }))).toEqual([
    "slack",
    "discord",
    "teams",
    "json",
  ]);
  expect(formatOf({ ...fields, format: "teams", callback_url: SLACK })).toBe("teams");
  expect(formatNote({ ...fields, callback_url: SLACK })).toBe("A sentence with a link is sent, as Slack shows it.");
  expect(formatNote({ ...fields, callback_url: OWN })).toBe("A JSON body is sent.");
  expect(formatNote({ ...fields, format: "json", callback_url: SLACK })).toContain("choose the format slack");
});
