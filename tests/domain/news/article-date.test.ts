import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseArticleDate, publicationTime } from "@/lib/domain/news/article-date";

describe("dates as feeds write them", () => {
  test.each([
    ["2026-05-15T15:00:00Z", "2026-05-15T15:00:00.000Z"],
    ["2026-05-15T15:00:00.123456+02:00", "2026-05-15T13:00:00.123Z"],
    ["2026-05-15 15:00:00 +0530", "2026-05-15T09:30:00.000Z"],
    ["2026-05-15T15:00-0800", "2026-05-15T23:00:00.000Z"],
    ["2026-05-15", "2026-05-15T00:00:00.000Z"],
    ["20260515T150000Z", "2026-05-15T15:00:00.000Z"],
    ["Fri, 15 May 2026 15:00:00 GMT", "2026-05-15T15:00:00.000Z"],
    ["Fri, 15 May 2026 15:00:00 +0000", "2026-05-15T15:00:00.000Z"],
    ["15 May 26 15:00 EST", "2026-05-15T20:00:00.000Z"],
    ["Fri,15 May 2026 11:00:00 EDT", "2026-05-15T15:00:00.000Z"],
    ["Wed, 15 May 2026 15:00:00 GMT", "2026-05-15T15:00:00.000Z"],
    ["Fri, 15 May 2026 15:00:00 GMT+0100", "2026-05-15T14:00:00.000Z"],
    ["Friday, 15-May-26 15:00:00 UTC", "2026-05-15T15:00:00.000Z"],
    ["Fri May 15 15:00:00 2026", "2026-05-15T15:00:00.000Z"],
    ["Fri May 15 15:00:00 PDT 2026", "2026-05-15T22:00:00.000Z"],
    ["Fri May 15 2026 15:00:00 GMT+0200 (CEST)", "2026-05-15T13:00:00.000Z"],
    ["May 15, 2026", "2026-05-15T00:00:00.000Z"],
    ["May 15th, 2026 3:04 pm EST", "2026-05-15T20:04:00.000Z"],
    ["5/15/2026 3:00:00 PM", "2026-05-15T15:00:00.000Z"],
    ["15/5/2026", "2026-05-15T00:00:00.000Z"],
    ["2026/05/15 15:00", "2026-05-15T15:00:00.000Z"],
    ["Do, 15 März 2026 12:00:00 MEZ", "2026-03-15T11:00:00.000Z"],
    ["jeu., 15 févr. 2026 12:00:00 +0100", "2026-02-15T11:00:00.000Z"],
    ["15 de diciembre de 2026", "2026-12-15T00:00:00.000Z"],
    ["15 мая 2026 12:00 MSK", "2026-05-15T09:00:00.000Z"],
    ["2026-W20-5", "2026-05-15T00:00:00.000Z"],
    ["2026-135", "2026-05-15T00:00:00.000Z"],
    ["2026年5月15日 15:00", "2026-05-15T15:00:00.000Z"],
    ["15 mai 2026 à 10h30", "2026-05-15T10:30:00.000Z"],
    ["1778857200", "2026-05-15T15:00:00.000Z"],
    ["1778857200000", "2026-05-15T15:00:00.000Z"],
    [1778857200, "2026-05-15T15:00:00.000Z"],
    ["Thu, 31 Dec 1998 23:59:60 GMT", "1998-12-31T23:59:59.000Z"],
  ])("%s", (raw, expected) => {
    expect(parseArticleDate(raw)?.toISOString()).toBe(expected);
  });

  test.each([
    "",
    "yesterday",
    "N/A",
    "0000-00-00 00:00:00",
    "0001-01-01T00:00:00Z",
    "Mon, 01 Jan 0001 00:00:00 +0000",
    "1/1/0001",
    "2026-W54-1",
    "2025-366",
    "2026-02-30",
    "Thu, 32 Jan 2026",
    "2026-13-01",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "�, 29 ����� 2004 12:53:00 GMT",
    "12",
    null,
    undefined,
  ])("finds no date in %j", (raw) => {
    expect(parseArticleDate(raw)).toBeNull();
  });

  test("never throws and never returns an invalid date", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date({ noInvalidDate: false }).map(String), fc.double().map(String), fc.integer()), (raw) => {
        const date = parseArticleDate(raw);
        expect(date === null || Number.isFinite(date.getTime())).toBe(true);
      }),
    );
  });
});

describe("publication times", () => {
  const seenAt = new Date("2026-05-15T12:00:00Z");

  test("a missing or unreadable date becomes the time we first saw the article, marked as estimated", () => {
    expect(publicationTime([], seenAt)).toEqual({ publishedAt: seenAt, isEstimated: true });
    expect(publicationTime(["soon"], seenAt)).toEqual({ publishedAt: seenAt, isEstimated: true });
  });

  test("a future date is replaced by the time we first saw the article", () => {
    expect(publicationTime(["2026-05-16T00:00:00Z"], seenAt)).toEqual({ publishedAt: seenAt, isEstimated: true });
  });

  test("a past date is kept", () => {
    expect(publicationTime(["2026-05-15T11:59:59Z"], seenAt)).toEqual({
      publishedAt: new Date("2026-05-15T11:59:59Z"),
      isEstimated: false,
    });
  });
});
