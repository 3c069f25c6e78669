// @ts-check

/** The wallet that this build was published with; Next writes it into the script. @type {string | null} */
export const PINNED_WALLET = process.env.NEXT_PUBLIC_PAYMENT_ADDRESS || null;
