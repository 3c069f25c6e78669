import { expect, test } from "vitest";
import { listWatches } from "@/lib/endpoints/premium/watches";
import { fundedToken } from "../../../support/money/money";
import { request } from "../../../support/server/request";
import { watchRow } from "../../../support/watches/watches";
import { opened, PATH, register, SPEC, useRegistrations, validBody } from "./registrations";

useRegistrations();

const SLACK = "https://93.184.215.14/services/T/B/X";
const changes = { spec: { ...SPEC, op: "changes", threshold: undefined } };

test("a watch has the format json unless another is asked for, and its owner sees which", async () => {
  const { bearer } = await fundedToken(opened.db, 3);
  const plain = await register(validBody(), bearer);
  const chat = await register(validBody({ format: "slack", callback_url: SLACK }), bearer);
  expect([plain.body.watch.format, chat.body.watch.format]).toEqual(["json", "slack"]);
  expect(chat.body.warnings).toEqual([expect.stringContaining("not one that Slack gives out")]);
  expect(chat.body).not.toHaveProperty("example");
  expect(await watchRow(opened.db, chat.body.watch.id)).toMatchObject({ format: "slack" });
  const listed = await request(listWatches, PATH, { headers: bearer });
  expect(listed.body.watches.map(({ format }: { format: string }) => format)).toEqual(["slack", "json"]);
});

test.each(["json", "slack", "discord", "teams"])(
  "a watch in %s is charged once, however often it is asked for by one key",
  async (format) => {
    const { bearer } = await fundedToken(opened.db, 3);
    const headers = { ...bearer, "idempotency-key": `formats-of-watches-${format}` };
    const [first, again] = [await register(validBody({ format }), headers), await register(validBody({ format }), headers)];
    expect([first, again].map(({ body }) => [body.watch.id, body.billing.credits_charged])).toEqual([
      [first.body.watch.id, 1],
      [first.body.watch.id, 1],
    ]);
    const { body } = await request(listWatches, PATH, { headers: bearer });
    expect([body.count, body.billing.credits_remaining]).toEqual([1, 2]);
  },
);

test("a format that there is not is refused by name, for nothing", async () => {
  const { bearer } = await fundedToken(opened.db, 3);
  const { status, body } = await register(validBody({ format: "irc" }), bearer);
  expect([status, body.error, body.parameter]).toEqual([400, "invalid_request_body", "format"]);
});

test.each(["json", "slack", "discord", "teams"])(
  "a dry run in %s shows the sentence, the link and the body as they would be sent",
  async (format) => {
    const { bearer } = await fundedToken(opened.db, 3);
    const { status, body } = await register(validBody({ ...changes, format, dry_run: true }), bearer);
    expect(status).toBe(200);
    const { sentence, link, body: sent } = body.example;
    expect(sentence).toMatch(/^The blended price of Claude Opus 4.5 at Anthropic fell from \$19\.00 to \$12\.00 per 1M tokens/);
    expect(link).toEqual({ label: "See the model", url: expect.stringMatching(/\/models\/anthropic\/claude-opus-4-5$/) });
    expect(sent).toContain(format === "json" ? '"event":"watch.fire"' : "fell from $19.00 to $12.00");
  },
);

test("the example of a status watch leads to the provider of the service, whatever was typed", async () => {
  const { bearer } = await fundedToken(opened.db, 3);
  const { body } = await register(validBody({ spec: { type: "status", provider: "Claude", op: "changes" }, dry_run: true }), bearer);
  expect(body.example.link.url).toMatch(/\/providers\/anthropic$/);
});

test("a watch of abilities and one of new models begin with what they see", async () => {
  const { bearer } = await fundedToken(opened.db, 5);
  const ability = await register(validBody({ spec: { type: "capability", model: "Claude Opus 4.5" } }), bearer);
  expect(ability.body).toMatchObject({ follows: ["anthropic/claude-opus-4-5"], current_value: null, would_fire_now: false, warnings: [] });
  const fresh = await register(validBody({ spec: { type: "new_model", provider: "Anthropic" } }), bearer);
  expect(fresh.body).toMatchObject({ follows: ["anthropic"], would_fire_now: false, warnings: [] });
  expect(await watchRow(opened.db, ability.body.watch.id)).toMatchObject({ lastAbilities: { "anthropic/claude-opus-4-5": {} } });
  expect(await watchRow(opened.db, fresh.body.watch.id)).toMatchObject({ lastListed: ["claude-opus-4-5"] });
  const unknown = await register(validBody({ spec: { type: "new_model", provider: "Nobody AI" }, dry_run: true }), bearer);
  expect(unknown.body.warnings).toEqual([expect.stringContaining('No model made by "Nobody AI"')]);
});
