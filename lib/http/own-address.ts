import { env } from "@/lib/config/env";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";

export { baseUrl } from "@/lib/config/base-url";

/** An answer with links is cached only under a configured address. Without one, its links would lead nowhere. */
export const isAddressKnown = (): boolean => env().PUBLIC_BASE_URL !== undefined;

/** The Cache-Control of an answer that names this service's address. */
export const cacheableWithAddress = (cacheControl: string): string => (isAddressKnown() ? cacheControl : PRIVATE);
