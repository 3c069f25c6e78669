import { randomBytes } from "node:crypto";

/** The idempotency key of a form, made when it is rendered: sending the form twice does its work once. */
export const newFormKey = (): string => randomBytes(16).toString("hex");
