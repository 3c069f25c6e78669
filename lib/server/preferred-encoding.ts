import Negotiator from "negotiator";
import { remember } from "@/lib/domain/basics/remember";

export type Encoding = "br" | "gzip" | "identity";

const MAX_CACHED = 512;
/** Encodings in the order in which we prefer them where the client does not care. */
const COMPRESSED = ["br", "gzip"] as const;

/** The types that are published for it lack the second parameter. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

function negotiate(header: string, available: readonly Encoding[]): Encoding {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { "accept-encoding": header } });
  return (negotiator.encoding(available, { preferred: COMPRESSED }) ?? "identity") as Encoding;
}

/** Cached, because clients send few different headers. */
const negotiated = remember((header: string) => negotiate(header, COMPRESSED), MAX_CACHED);

/** The preferred encoding among those we prepare. */
export const preferredEncoding = (header: string | string[] | undefined): Encoding => (header ? negotiated(String(header)) : "identity");

/** For bodies that are compressed while they are sent. */
export const acceptsGzip = (header: string | null): boolean => header !== null && negotiate(header, ["gzip"]) === "gzip";
