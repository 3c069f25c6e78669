/** The only pages that other sites may frame. No place that sets the headers of pages sets them for these paths. */
export const EMBED_PATHS = {
  uptime: "/embed/uptime/[provider]",
  map: "/embed/map",
  price: "/embed/price/[provider]/[...model]",
} as const;

/** Pictures of these drawings: SVG for the place of an image. */
export const PICTURE_PATHS = { map: "/api/picture/map.svg", price: "/api/picture/price/[provider]/[...model]" } as const;

/** Pixels that each frame needs, also where it is as narrow as a phone. */
export const EMBED_SIZES = {
  uptime: { width: 340, height: 150 },
  map: { width: 744, height: 550 },
  price: { width: 544, height: 390 },
} as const;

/** No script, no cookie, nothing from elsewhere: what any site may frame or show. */
export const EMBED_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *";
