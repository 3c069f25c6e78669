import { multimodal } from "@/lib/endpoints/multimodal";
import { Modality } from "@/lib/schemas/models/multimodal-model";
import { definePage } from "./define";
import { choiceParameter, flagParameter, pageParameter, sortParameter, textParameter } from "./parameters";

const COLUMNS = ["name", "price", "released"] as const;

export const multimodalPage = definePage({
  path: "/multimodal",
  title: "Image, video and speech models",
  description: "Models that make or hear pictures, video and speech, with price per unit, largest output and features.",
  label: "Multimodal",
  under: "/models",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: multimodal, takes: { modality: "modality" }, queryOf: ({ modality }) => ({ modality }) }],
  parameters: {
    q: textParameter(),
    /** Choice of a modality. They are not mixed, because their prices have different units. */
    modality: choiceParameter(Modality.options).withDefault("image"),
    open: flagParameter(),
    sort: sortParameter(COLUMNS, { column: "price", direction: "asc" }),
    page: pageParameter(),
  },
});
