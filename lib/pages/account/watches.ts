import { createWatch, listWatches } from "@/lib/endpoints/premium/watches";
import { definePage } from "../define";

export const watchesPage = definePage({
  path: "/account/watches",
  title: "Watches",
  description: "What the account is called back for: each watch with its state, fires, end and last delivery.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: listWatches }],
  parameters: {},
});

export const newWatchPage = definePage({
  path: "/account/watches/new",
  title: "New watch",
  description: "Be called back when a price crosses a threshold, a provider changes state, or a digest is due; previewed before it costs.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: createWatch }],
  parameters: {},
});
