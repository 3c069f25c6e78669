/** Header by which the server tells the page of a 404 for which address it is rendered; one that a reader sends is dropped. */
export const ASKED_PATH_HEADER = "x-asked-path";
