import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { formatUsd, priceUnits } from "@/lib/domain/money/credits";
import { models } from "@/lib/endpoints/models";
import { news } from "@/lib/endpoints/news";
import { routing } from "@/lib/endpoints/premium/routing";
import { status } from "@/lib/endpoints/status";
import { LIMITS } from "@/lib/http/limits/limits";
import { apiDescription, freshness, llms, meta } from "../catalog";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const firstCall = (site: Site): DocSection => ({
  title: "A first call",
  blocks: [
    text("Most operations are free and need no key. Ask one as it is, from a shell, a program or the address bar of a browser:"),
    callBlock("The state of a provider", status, site),
    callBlock("What models of one maker cost", models, site),
    callBlock("The newest news", news, site),
    text(`A free call is limited to ${LIMITS.free.calls} a minute and address; [Limits](/docs/guides/limits) has all figures.`),
  ],
});

const readAnswer: DocSection = {
  title: "Read the answer",
  blocks: [
    list(
      "`ok` is true in every JSON answer that succeeded, and false in every refusal.",
      "`captured_at` says when the data was read at its source, not when you asked. Null means that nobody knows.",
      "`stale_after_seconds` says how old the data may become before it breaks our promise; see [Freshness](/docs/guides/freshness).",
      "A figure that is not known is null. It is never 0, and a state that is not known is `unknown`, never `operational`.",
      "A refusal names what was wrong in `message` and what to do in `hint`; see [Errors](/docs/guides/errors).",
    ),
  ],
};

const firstPaidCall = (site: Site): DocSection => ({
  title: "A first paid call",
  blocks: [
    text(
      `Operations with a price in credits compute something: a ranking, a forecast, a comparison. One credit is ${formatUsd(priceUnits(1))} USD at most. [Buy credits](/buy), keep the token that you get, and send it along:`,
    ),
    code("The token, once per shell", "bash", "export TOKEN=aed_live_…"),
    callBlock("The best model for a task", routing, site),
    text(
      "The answer has `billing`, which says what was charged and what is left, and a signed `receipt`. [Paying](/docs/guides/paying) shows the two ways that need no token.",
    ),
  ],
});

const forPrograms: DocSection = {
  title: "For programs and agents",
  blocks: [
    list(
      `${to(llms)} is this service in one text for language models.`,
      `${to(apiDescription)} describes every operation in OpenAPI 3.1, with an example of each answer.`,
      `${to(meta)} is the catalog of operations as data, and ${to(freshness)} says how old every dataset is now.`,
      "Every page of these docs is also served as Markdown: at its address with `.md`, or to who sends `Accept: text/markdown`.",
      "Please send a User-Agent that says who you are, ideally with a contact.",
      "Send an answer's `ETag` back as `If-None-Match`: when nothing changed, you get a 304 without a body.",
    ),
  ],
};

export const quickStart = defineGuide({
  id: "quick-start",
  title: "Quick start",
  about: "Make a first call without a key, read its answer, and know what a paid call adds.",
  sections: (site) => [firstCall(site), readAnswer, firstPaidCall(site), forPrograms],
});
