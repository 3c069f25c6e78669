import { env } from "./env";

/** The service's name in documents, terms and signed texts. It is never taken from a request, whose sender chose it. */
export const baseUrl = (): string => env().PUBLIC_BASE_URL ?? `http://localhost:${env().PORT}`;
