import { listModelAliases } from "@/db/queries/models";
import { versioned } from "./versioned";

/** Under which ids models were known before; loaded once per version of the models. */
export const modelAliases = versioned(["models"], listModelAliases);
