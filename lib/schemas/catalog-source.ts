import { z } from "zod";

/** Source of a catalog's figures; its licence may require attribution. */
export const CatalogSource = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    license: z.string(),
    readOn: z.string().nullable(),
  })
  .meta({ id: "CatalogSource" });

export type CatalogSource = z.output<typeof CatalogSource>;
