/** Address at which a server that has read nothing yet starts the demo beside it. */
export const DEMO_PATH = "/demo";

/** Header in which the server tells pages that their reader may start the demo. A reader's own header is dropped. */
export const OFFER_HEADER = "x-demo-offered";
