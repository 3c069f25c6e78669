import { z } from "zod";

/** Where figures of a catalog were read; its licence may ask to be named. */
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
