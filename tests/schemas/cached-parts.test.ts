import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { cachedPart, lendJson } from "@/lib/schemas/cached-parts";

const written = (value: unknown, schema: z.ZodType): string => lendJson(value, schema, (lent) => new TextDecoder().decode(lent));
const check = vi.fn<(text: string) => boolean>((text) => text !== "refused");
const Entry = cachedPart(z.strictObject({ name: z.string().refine(check), note: z.string().optional() }));
const Answer = z.strictObject({
  source: z.string(),
  groups: z.array(z.strictObject({ id: z.int(), entries: z.array(Entry) })),
});

const entries = [{ name: 'a "quoted" one' }, { name: "línea\n\u2028", note: undefined }];
const answerOf = (own: readonly object[]) => ({
  source: "here",
  groups: [
    { id: 1, entries: own },
    { id: 2, entries: [] },
  ],
});

describe("parts of answers that are kept", () => {
  it("are checked once, however many answers have them", () => {
    check.mockClear();
    for (const own of [entries, entries.slice(1), entries]) expect(Answer.safeParse(answerOf(own)).success).toBe(true);
    expect(check).toHaveBeenCalledTimes(entries.length);
  });

  it("are refused each time when they do not fit", () => {
    const refused = answerOf([...entries, { name: "refused" }]);
    const strange = answerOf([{ name: "x", more: 1 }]);
    for (const answer of [refused, refused, strange, strange]) expect(Answer.safeParse(answer).success).toBe(false);
  });

  it("are written as JSON.stringify writes them, with members that the schema does not know", () => {
    const checked = { ok: true, ...Answer.parse(answerOf(entries)), captured_at: null, left: undefined };
    for (const _ of ["made", "kept"]) expect(written(checked, Answer)).toBe(JSON.stringify(checked));
  });

  it("leave an answer without them to JSON.stringify", () => {
    const plain = { list: [{ a: 1 }], nothing: null };
    expect(written(plain, z.looseObject({ list: z.array(z.looseObject({})) }))).toBe(JSON.stringify(plain));
    expect(written("text", z.string())).toBe('"text"');
  });

  it("are not lost when lent bytes are changed", () => {
    const [entry] = Answer.parse(answerOf(entries)).groups[0]?.entries ?? [];
    lendJson(entry, Entry, (lent) => lent.fill(0));
    expect(written(entry, Entry)).toBe(JSON.stringify(entry));
  });

  it("are as long as they are after a longer answer", () => {
    const long = Answer.parse(answerOf([...entries, { name: "long".repeat(1000) }]));
    for (const answer of [Answer.parse(answerOf(entries)), long, Answer.parse(answerOf([]))]) {
      expect(written(answer, Answer)).toBe(JSON.stringify(answer));
    }
  });
});
