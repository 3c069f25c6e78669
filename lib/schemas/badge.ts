import { z } from "zod";

export const SVG_TYPE = "image/svg+xml";

/** Seconds for which others may cache a badge: image proxies of code hosts ask again no sooner. */
export const BADGE_SECONDS = 120;

const EXTENSION = ".svg";

/** The last part of a badge's path: a name and the extension of its format. The value is the name. */
export const svgFileParam = (accepts: string) =>
  z
    .string()
    .max(200)
    .regex(/^.+\.svg$/)
    .transform((file) => file.slice(0, -EXTENSION.length))
    .pipe(z.string())
    .meta({ accepts });
