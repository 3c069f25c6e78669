import { createEndpointTable } from "@/lib/http/endpoint-table";
import { ALIASES } from "./aliases";
import { catalog } from "./catalog";

/** The endpoints of a path: `npm start` and the route files serve from this one table. */
export const findEndpoints = createEndpointTable(catalog(), ALIASES);
