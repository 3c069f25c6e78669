import { fields, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { CHAT_LIMITS } from "@/lib/domain/watches/chat/chat-body";
import { RECEIVER_CODE } from "@/lib/domain/watches/receiver-code";
import {
  DELIVERY_SECONDS,
  FIRE_CAP,
  MOST_ACTIVE_WATCHES,
  PINGS_PER_DAY,
  QUEUED_HOURS,
  REDELIVERIES_PER_DAY,
  WATCH_DAYS,
} from "@/lib/domain/watches/watch-limits";
import { createWatch, listWatches } from "@/lib/endpoints/premium/watches";
import { watchDeliveries } from "@/lib/endpoints/premium/watches/[id]/deliveries";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { exampleBodies } from "../body-fields";
import { costWords } from "../meta";
import { sentence } from "../parameters";
import { DELIVERY_HEADERS } from "../webhooks";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const registerWatch = (site: Site): DocSection => ({
  title: "Register a watch",
  blocks: [
    text(
      `A watch calls your address when something changes. Registering one costs ${costWords(createWatch)}; what it sends costs nothing. It ends after ${WATCH_DAYS} days, or after ${FIRE_CAP.default} calls unless you ask for another number up to ${FIRE_CAP.max}. An account has ${MOST_ACTIVE_WATCHES} at most. Watches can also be made by a form at [Watches](/account/watches).`,
    ),
    ...exampleBodies(createWatch).map(({ name, body }) => callBlock(sentence(name).slice(0, -1), createWatch, site, undefined, body)),
    text("`dry_run: true` in the body answers what the watch would see now, makes none, and costs nothing."),
  ],
});

const whatArrives: DocSection = {
  title: "What arrives",
  blocks: [
    text(
      `Each delivery is one POST with a JSON body, sent once. Answer with 2xx within ${DELIVERY_SECONDS} seconds, and do the work afterwards. A delivery that could not be sent for ${QUEUED_HOURS} hours is dropped.`,
    ),
    fields(...Object.entries(DELIVERY_HEADERS).map(([name, meaning]) => ({ name, notes: "header", text: meaning }))),
  ],
};

const chat: DocSection = {
  title: "Messages in Slack, Discord and Teams",
  blocks: [
    text(
      "With `format` slack, discord or teams the watch sends a sentence with a link, as people read it in a channel, in the place of the JSON body. Make an incoming webhook there and give its address as `callback_url`: the format follows from it, unless you name one. [The form](/account/watches/new) takes such an address, too, and shows the message before anything is sent.",
    ),
    fields(
      {
        name: "slack",
        notes: "format",
        text: `An incoming webhook of Slack, or of what takes the same body: \`text\`, at most ${CHAT_LIMITS.slack} characters.`,
      },
      {
        name: "discord",
        notes: "format",
        text: `A webhook of a Discord channel: \`content\`, at most ${CHAT_LIMITS.discord} characters. It mentions nobody.`,
      },
      {
        name: "teams",
        notes: "format",
        text: "A workflow of Microsoft Teams that begins with “When a Teams webhook request is received”: an Adaptive Card.",
      },
    ),
    list(
      "Names of models and whatever else others have written are shown as plain text: they mention nobody, hide no link and change no mark-up.",
      `A product that is too busy answers 429 and says how long to wait. The delivery waits at least as long, and longer each time, and is sent again, for ${QUEUED_HOURS} hours at most; it counts as one fire.`,
      `${to(watchDeliveries)} says in words what an answer means: that the channel is archived, or that the webhook was removed. A webhook that is gone for a day ends the watch.`,
      "Headers and signatures are as with JSON; these products do not check them.",
    ),
  ],
};

const checkSignature: DocSection = {
  title: "Check the signature",
  blocks: [
    text(
      "Anybody can send a POST to your address. `X-Service-Signature` is `sha256=` and the HMAC-SHA256 of the raw body, keyed with the watch's secret as text. Compare in constant time, and before the JSON is parsed:",
    ),
    ...RECEIVER_CODE.map(({ label, language, text: lines }) => ({ kind: "code" as const, label, language, text: lines })),
    list(
      ...RECEIVER_CODE.map(
        ({ label, whole }) => `A whole receiver for ${label}, which also checks the time of sending: [${whole}](${whole}).`,
      ),
      'The libraries of Standard Webhooks take the same deliveries: `new Webhook(secret)` for a secret that begins with `whsec_`, with `{ format: "raw" }` for any other.',
      "A watch without a secret is signed too: `v1a` in `webhook-signature` is made with the key that [/.well-known/jwks.json](/.well-known/jwks.json) names.",
    ),
  ],
};

const tryAndRepair = (site: Site): DocSection => ({
  title: "Try and repair",
  blocks: [
    list(
      `${to(testWatch)} sends a ping, ${PINGS_PER_DAY} a day at most.`,
      `${to(watchDeliveries)} lists what was sent and what your address answered.`,
      `${to(redeliver)} sends a delivery again, with the same \`delivery_id\`, ${REDELIVERIES_PER_DAY} a day at most. Your program can tell by the id that it knows it already.`,
      `${to(listWatches)} lists your watches with what they see now.`,
    ),
    callBlock("A ping", testWatch, site),
  ],
});

export const webhooks = defineGuide({
  id: "webhooks",
  title: "Webhooks",
  about:
    "Be told, by a program or in a channel, when a price crosses a line, a provider changes its state, a model is new or ends, or once a day.",
  sections: (site) => [registerWatch(site), whatArrives, chat, checkSignature, tryAndRepair(site)],
});
