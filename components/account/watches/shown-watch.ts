import type { z } from "zod";
import type { Watch, WatchDelivery } from "@/lib/schemas/watches";

/** A watch and a delivery as the API answers them. */
export type ShownWatch = z.output<typeof Watch>;
export type ShownDelivery = z.output<typeof WatchDelivery>;
