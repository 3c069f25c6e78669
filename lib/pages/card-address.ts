export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Where the picture of the page at this path is served. */
export const cardAddress = (path: string): string => `/og${path === "/" ? "" : path}`;
