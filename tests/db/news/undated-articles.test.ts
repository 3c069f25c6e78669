import { expect, test } from "vitest";
import { listArticlesBetween, listNews, storeArticles } from "@/db/queries/news/news";
import { anArticle } from "../../support/news/stored-articles";
import { forEachDriver } from "../../support/stores/drivers";

const at = (time: string): Date => new Date(`2026-05-15T${time}:00Z`);

forEachDriver((open) => {
  test("articles without a date are listed after the dated ones of the hour in which they were read, and the list is cut after that", async () => {
    const { db, close } = await open();
    await storeArticles(db, [
      anArticle({ id: "undated", publishedAt: at("10:50"), isDateEstimated: true }),
      anArticle({ id: "same-hour", publishedAt: at("10:05") }),
      anArticle({ id: "later", publishedAt: at("10:20") }),
      anArticle({ id: "hour-before", publishedAt: at("09:59") }),
      anArticle({ id: "next-hour", publishedAt: at("11:00") }),
    ]);
    const order = ["next-hour", "later", "same-hour", "undated", "hour-before"];
    expect((await listNews(db, null, 10)).map(({ id }) => id)).toEqual(order);
    expect((await listNews(db, null, 3)).map(({ id }) => id)).toEqual(order.slice(0, 3));
    expect((await listArticlesBetween(db, at("00:00"), at("23:00"), 4)).map(({ id }) => id)).toEqual(order.slice(0, 4));
    await close();
  });
});
