import { UNITS_PER_USD } from "./credits";

export const GASLESS_PATH = "/api/payment/gasless";
/** Least amount: below one dollar the gas, which the operator pays, is too much of the price. */
export const MIN_GASLESS_UNITS = UNITS_PER_USD;
/** Transfers that are sent for one wallet in 24 hours. */
export const GASLESS_PER_WALLET = 3;
