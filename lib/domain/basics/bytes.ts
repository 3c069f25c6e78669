export const MEGABYTE = 1024 * 1024;

/** Whole megabytes, as operators read free space. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;
