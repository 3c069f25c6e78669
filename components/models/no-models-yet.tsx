import { Empty } from "@/components/ui/states";

/** Before the first prices were read. */
export const NoModelsYet = () => <Empty>Prices are read every 6 hours; the first models will appear here.</Empty>;
