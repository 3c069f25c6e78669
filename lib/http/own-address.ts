import { env } from "@/lib/config/env";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";

/** What documents, terms and signed texts name: never a name that a request brings, which its sender chose. */
export const baseUrl = (): string => env().PUBLIC_BASE_URL ?? `http://localhost:${env().PORT}`;

/** An answer that names a service without a configured address would be kept with links that lead nowhere. */
export const isAddressKnown = (): boolean => env().PUBLIC_BASE_URL !== undefined;

/** The Cache-Control of an answer that names this service's address. */
export const keptWithAddress = (cacheControl: string): string => (isAddressKnown() ? cacheControl : PRIVATE);
