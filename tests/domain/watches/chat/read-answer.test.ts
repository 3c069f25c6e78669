import { expect, test } from "vitest";
import { readAnswer } from "@/lib/domain/watches/chat/read-answer";
import type { WatchFormat } from "@/lib/domain/watches/chat/watch-format";

const read = (format: WatchFormat, status: number, text = "", retryAfter: string | null = null) =>
  readAnswer(format, { status, text, retryAfter });

test.each([
  ["slack", 200, "ok"],
  ["discord", 204, ""],
  ["teams", 202, ""],
  ["json", 404, "no_service"],
  ["json", 429, ""],
  ["slack", 500, "something else"],
  ["discord", 404, "<html>"],
  ["teams", 502, "null"],
  ["slack", 400, "__proto__"],
  ["discord", 400, '{"code":"constructor"}'],
] as const)("%s that answers %i %s says nothing more", (format, status, text) => {
  expect(read(format, status, text)).toEqual({});
});

test.each([
  ["slack", 400, "invalid_payload", "Slack cannot read the message", false],
  ["slack", 404, "no_service", "removed or switched off", true],
  ["slack", 403, "invalid_token", "not valid any more", true],
  ["slack", 403, "action_prohibited", "restricted posting", false],
  ["slack", 410, "channel_is_archived\n", "archived", true],
  ["discord", 404, '{"message":"Unknown Webhook","code":10015}', "deleted", true],
  ["discord", 400, '{"message":"Invalid Form Body","code":50035}', "cannot read", false],
  ["teams", 404, '{"error":{"code":"WorkflowNotFound","message":"x"}}', "deleted", true],
  ["teams", 401, '{"error":{"code":"DirectApiAuthorizationRequired"}}', "let anyone trigger", false],
] as const)("%s that answers %i %s is understood", (format, status, text, words, isGone) => {
  expect(read(format, status, text)).toEqual({ detail: expect.stringContaining(words), ...(isGone && { isGone }) });
});

test.each([
  ["slack", "30", "", 30],
  ["slack", null, "", 60],
  ["slack", "soon", "", 60],
  ["discord", null, '{"message":"rate limited","retry_after":1.3,"global":false}', 2],
  ["discord", "7", '{"retry_after":1.3}', 7],
  ["discord", "0", "", 1],
  ["teams", "999999", "", 3600],
  ["teams", "-5", "", 1],
] as const)("%s that answers 429 with Retry-After %s and %s is waited for %i seconds", (format, header, text, seconds) => {
  expect(read(format, 429, text, header)).toEqual({ detail: `asks to wait ${seconds} s`, waitSeconds: seconds });
});
