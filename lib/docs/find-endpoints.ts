import { createEndpointTable } from "@/lib/http/endpoint-table";
import { ALIASES } from "./aliases";
import { catalog } from "./catalog";

/** The endpoints of a path, in the one table by which `npm start` and the route files serve. */
export const findEndpoints = createEndpointTable(catalog(), ALIASES);
