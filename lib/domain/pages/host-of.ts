/** What a reader recognizes an address by. */
export const hostOf = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, "").split("/", 1)[0] ?? url;
