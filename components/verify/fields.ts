/** Members of something that anybody may have written. */
export type Fields = Readonly<Record<string, unknown>>;

/** Apart from the findings, which are loaded after the page: reading what was pasted needs none of their hashes. */
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
