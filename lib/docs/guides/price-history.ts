import { list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { priceAtMoment } from "@/lib/endpoints/history/prices/at";
import { priceBook } from "@/lib/endpoints/history/prices/book";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const oneMoment = (site: Site): DocSection => ({
  title: "One model, one moment",
  blocks: [
    text(
      `${to(priceAtMoment)} answers with the price that was in force, where it is from and how sure it is. Hours are counted: a model that costs twice as much by day is priced by the hour that you ask about.`,
    ),
    callBlock("Before OpenAI lowered it", priceAtMoment, site),
    text("A price that is not known at that moment is `covered: false` with its `gap`. It is never that of another day."),
  ],
});

const wholeBook = (site: Site): DocSection => ({
  title: "All of it, for a tool of your own",
  blocks: [
    text(
      `${to(priceBook)} is every dated price of every listing in one file, written once a day. Whoever prices a log of millions of lines needs no call for each: load it, and load it again when its ETag has changed.`,
    ),
    callBlock("As JSON Lines", priceBook, site),
    list(
      "A row holds from `effective_from` until before `effective_to`; null is open. Rows of one listing, kind and condition never overlap.",
      "`condition` is null for the listing's own price. A prompt longer than `above` is charged at the price of that row as a whole; a `time_band` without `band` holds in all hours that the other bands leave.",
      "`captured` prices were read here day after day. `published` ones have their days from a source, or stood in a public list on that day. `inferred` ones lie between readings that agree.",
      "`format=llm-prices` has the shape of simonw/llm-prices, `from_date` to `to_date`, for tools that read it already.",
    ),
  ],
});

export const priceHistory = defineGuide({
  id: "price-history",
  title: "What it cost",
  about: "Look up the price of a model at any moment, or load the book of all dated prices into a tool of your own.",
  sections: (site) => [oneMoment(site), wholeBook(site)],
});
