/** What stands where something was removed. */
export const REMOVED = "[content removed]";
