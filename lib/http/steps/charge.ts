import { ApiError } from "@/lib/errors";
import type { AnyEndpoint } from "../endpoint";

/** Money set aside for one answer. An answer leaves only through `capture`; everything else releases. */
export interface Hold {
  capture(body: Uint8Array): Promise<void>;
  release(): Promise<void>;
}

const NOTHING_HELD: Hold = { capture: async () => undefined, release: async () => undefined };

/** Free calls hold nothing. No endpoint asks for a token or credits yet: such a call is refused, never served unpaid. */
export async function reserve(endpoint: AnyEndpoint): Promise<Hold> {
  if (endpoint.access.kind === "free") return NOTHING_HELD;
  throw new ApiError("payment_required");
}
