import { TabLinks } from "@/components/ui/tab-links";
import { hrefOf } from "@/lib/pages/address";
import { billPage } from "@/lib/pages/bill";
import { costPage } from "@/lib/pages/cost";

/** What a cost is asked of: use that is planned, or use that was. */
export const CostTabs = ({ current }: { current: typeof costPage | typeof billPage }) => (
  <TabLinks
    label="Cost of"
    tabs={[
      { label: "Planned use", href: hrefOf(costPage), isCurrent: current === costPage },
      { label: "Check a bill", href: hrefOf(billPage), isCurrent: current === billPage },
    ]}
  />
);
