import { WATCH_TYPES } from "@/lib/domain/watches/watch-spec";
import { WATCH_STATES } from "@/lib/domain/watches/watch-state";
import { createWatch, listWatches } from "@/lib/endpoints/premium/watches";
import { deleteWatch, watch } from "@/lib/endpoints/premium/watches/[id]";
import { watchDeliveries } from "@/lib/endpoints/premium/watches/[id]/deliveries";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { definePage } from "../define";
import { choiceParameter, textParameter } from "../parameters";

export const watchesPage = definePage({
  path: "/account/watches",
  title: "Watches",
  description: "What the account is called back for: each watch with its state, fires, end and last delivery.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: listWatches, takes: { status: "status" } }],
  parameters: { status: choiceParameter(WATCH_STATES) },
});

export const newWatchPage = definePage({
  path: "/account/watches/new",
  title: "New watch",
  description:
    "Be told, at an address or in a channel, when a price crosses a threshold, a provider changes state, or a model is new or ends. Its preview is free.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: createWatch }],
  parameters: {
    type: choiceParameter(WATCH_TYPES).withDefault("price"),
    /** What the form begins with. */
    model: textParameter(),
    provider: textParameter(),
    /** Id of a watch that the form begins as a copy of. */
    from: textParameter(),
  },
});

export const watchPage = definePage({
  path: "/account/watches/[id]",
  title: "Watch",
  description: "One watch: its state, what it sent and what became of it, with tests and redeliveries of its receiver.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [
    { endpoint: watch, takes: { id: "id" } },
    { endpoint: watchDeliveries, takes: { id: "id" } },
    { endpoint: testWatch, takes: { id: "id" } },
    { endpoint: redeliver, takes: { id: "id", delivery: "delivery" } },
    { endpoint: deleteWatch, takes: { id: "id" } },
  ],
  parameters: {
    /** The delivery whose request is shown. */
    delivery: textParameter(),
  },
  example: { id: "wat_000000000000000000000000" },
});
