/** Members of something that anybody may have written. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields stand apart from the findings, which load later: reading what was pasted needs no hashes. */
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
