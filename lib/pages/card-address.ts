export const CARD_SIZE = { width: 1200, height: 630 } as const;

export const cardAddress = (path: string): string => `/og${path === "/" ? "" : path}`;
