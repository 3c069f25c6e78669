import { freshness } from "@/lib/docs/catalog";
import { bulk } from "@/lib/endpoints/bulk";
import { health } from "@/lib/endpoints/health";
import { priceSourceAccuracy } from "@/lib/endpoints/prices/sources";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import { definePage } from "./define";

export const dataPage = definePage({
  path: "/data",
  title: "Data",
  description:
    "What there is to take, how fresh it is, which sources fail, whose prices are not believed, and what was not charged for it.",
  label: "Data",
  under: "/docs",
  group: "Build",
  audience: "public",
  endpoints: [
    { endpoint: freshness },
    { endpoint: bulk },
    { endpoint: health },
    { endpoint: priceSourceAccuracy },
    { endpoint: noChargeStats },
  ],
  parameters: {},
});
