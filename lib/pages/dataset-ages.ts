import { freshness } from "@/lib/docs/catalog";
import { health } from "@/lib/endpoints/health";
import { priceSourceAccuracy } from "@/lib/endpoints/prices/sources";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import { definePage } from "./define";

export const dataPage = definePage({
  path: "/data",
  title: "Data",
  description:
    "How old each dataset is, how often it is read, which sources fail, whose prices are not believed, and what was not charged for it.",
  label: "Data",
  under: "/docs",
  group: "Build",
  audience: "public",
  endpoints: [{ endpoint: freshness }, { endpoint: health }, { endpoint: priceSourceAccuracy }, { endpoint: noChargeStats }],
  parameters: {},
});
