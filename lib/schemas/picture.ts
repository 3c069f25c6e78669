import { z } from "zod";

/** Seconds for which others may cache a picture. Prices are read every hour, and captured once a day. */
export const PICTURE_SECONDS = 900;

const PICTURE_THEMES = ["light", "dark"] as const;

export type PictureTheme = (typeof PICTURE_THEMES)[number];

const theme = z.enum(PICTURE_THEMES).optional().describe("Default: the reader's own");

export const FrameQuery = z.object({ theme });

export const PictureQuery = z.object({
  theme,
  size: z.enum(["wide", "narrow"]).default("wide").describe("`narrow` is drawn for phones, where a wide picture is too small to read"),
});
