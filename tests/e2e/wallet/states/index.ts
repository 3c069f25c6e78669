import type { Step } from "@/lib/domain/money/purchase-flow/purchase-state";
import { BEFORE_PAYMENT } from "./before-payment";
import { CONNECTING } from "./connecting";
import type { Ways } from "./scene";
import { WHILE_CREDITING } from "./while-crediting";
import { WHILE_PAYING } from "./while-paying";

/** Every state of the purchase, and how a buyer comes to see it. */
export const STATES: { readonly [Name in Step]: Ways } = { ...BEFORE_PAYMENT, ...CONNECTING, ...WHILE_PAYING, ...WHILE_CREDITING };
