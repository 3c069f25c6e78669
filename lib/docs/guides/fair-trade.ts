import { fields, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import { agentFairTrade } from "../catalog";
import { FAIR_TRADE_TEXT, NO_CHARGE_GUARANTEES } from "../fair-trade";
import { LICENSE, type Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const whenFree: DocSection = {
  title: "When a call costs nothing",
  blocks: [
    text(FAIR_TRADE_TEXT),
    text("The price is put on hold before a call and taken after its answer was built. `no_charge_reason` names why nothing was taken:"),
    fields(...NO_CHARGE_GUARANTEES.map(({ id, description }) => ({ name: id, notes: "", text: description }))),
  ],
};

const howProven = (site: Site): DocSection => ({
  title: "How it is proven",
  blocks: [
    text(
      `Calls that cost nothing are counted in public, by reason and operation: ${to(noChargeStats)}. Each paid answer, charged or not, has [a signed receipt](/docs/guides/receipts) with the reason in it.`,
    ),
    callBlock("What was not charged today", noChargeStats, site),
    callBlock("The promises as data", agentFairTrade, site),
  ],
});

export const fairTrade = defineGuide({
  id: "fair-trade",
  title: "Fair trade",
  about: "See when a paid call costs nothing, how that is proven, and what you may do with an answer.",
  sections: (site) => [
    whenFree,
    howProven(site),
    { title: "What you may do with answers", blocks: [text(`The licence is ${LICENSE.type}. ${LICENSE.description}`)] },
  ],
});
