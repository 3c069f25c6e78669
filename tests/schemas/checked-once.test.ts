import { expect, test, vi } from "vitest";
import { z } from "zod";
import { Components } from "@/lib/docs/json-schema";
import { checkedOnce } from "@/lib/schemas/checked-once";

const check = vi.fn<(text: string) => boolean>((text) => text !== "refused");
const Entry = z.strictObject({ name: z.string().refine(check), note: z.string().optional() }).meta({ id: "Entry" });
const Answer = z.strictObject({ source: z.string(), entries: z.array(checkedOnce(Entry)) });

const entries = [{ name: "one" }, { name: "two", note: "a note" }];
const answerOf = (own: readonly unknown[]) => ({ source: "here", entries: own });

test("an entry that fits is checked once, however many answers have it", () => {
  check.mockClear();
  for (const own of [entries, entries.slice(1), entries]) expect(Answer.safeParse(answerOf(own)).data).toEqual(answerOf(own));
  expect(check).toHaveBeenCalledTimes(entries.length);
});

test("an entry that does not fit is refused each time, and the issue says where", () => {
  const refused = answerOf([...entries, { name: "refused" }]);
  for (const strange of [{ name: "x", more: 1 }, { name: 1 }, null, "text", undefined]) {
    for (const _ of ["first", "again"]) expect(Answer.safeParse(answerOf([strange])).success).toBe(false);
  }
  for (const _ of ["first", "again"]) expect(Answer.safeParse(refused).error?.issues[0]?.path).toEqual(["entries", 2, "name"]);
});

test("the description names the entry's own schema", () => {
  const components = new Components();
  const described = components.of(Answer, "output");
  expect(described).toMatchObject({ properties: { entries: { items: { $ref: "#/components/schemas/Entry" } } } });
  expect(components.schemas.Entry).toEqual({
    type: "object",
    properties: { name: { type: "string" }, note: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  });
});
