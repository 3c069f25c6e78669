import { isIP } from "node:net";
import { z } from "zod";
import { parseUrl } from "@/lib/domain/basics/parse-url";

export interface Key {
  meaning: string;
  example: string;
  schema: z.ZodType;
  /** The fallback in the guides' words; null means "not set". */
  fallback: string | null;
  /** The log and every other output leave its value out. */
  isSecret?: true;
}

const unlessEmpty = (value: unknown) => (value === "" ? undefined : value);

export const optional = <Output>(schema: z.ZodType<Output, string>, meaning: string, example: string) => ({
  meaning,
  example,
  fallback: null,
  schema: z.preprocess(unlessEmpty, schema.optional()),
});

export const withDefault = <Output>(schema: z.ZodType<Output, string>, fallback: string, meaning: string, example = fallback) => ({
  meaning,
  example,
  fallback,
  schema: z.preprocess((value) => unlessEmpty(value) ?? fallback, schema),
});

export const secret = <Declared extends Key>(key: Declared) => ({ ...key, isSecret: true as const });

export const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, { error: "must start with postgres://", abort: true })
  .refine((value) => parseUrl(value) !== null, "is no URL; characters like # and / in a password are written %23 and %2F");
const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
};
const namesNoMore = ({ hostname, pathname, search, hash }: URL) =>
  hostname !== "" && /^(\/\d{0,4})?$/.test(pathname) && search + hash === "";
const isRedisAddress = (url: URL) => namesNoMore(url) && isDecodable(url.username) && isDecodable(url.password);
export const redisUrl = z
  .string()
  .regex(/^rediss?:\/\/\S+$/, { error: "must start with redis:// or rediss://", abort: true })
  .refine((value) => parseUrl(value) !== null, {
    error: "is no URL; characters like # and / in a password are written %23 and %2F",
    abort: true,
  })
  .refine((value) => isRedisAddress(new URL(value)), "must name a host, and after it at most the number of a database");
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
const isThisMachine = (hostname: string) => hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
const hasNoCredentials = ({ username, password, search, hash }: URL) => username + password + search + hash === "";
export const webhookUrl = z.url({ protocol: /^https$/, error: "must be an https URL" });
export const apiUrl = httpUrl
  .refine((value) => value.startsWith("https:") || isThisMachine(new URL(value).hostname), "must be https, except on this machine")
  .refine((value) => hasNoCredentials(new URL(value)), "must hold neither credentials nor a query");
export const digits = (pattern: RegExp) => z.string().regex(pattern).transform(Number);
export const trueOrFalse = z.enum(["true", "false"]).transform((value) => value === "true");
export const chainAddress = z.string().regex(/^0x(?!0{40})[0-9a-fA-F]{40}$/, "must be 0x and 40 hex digits, and not all zero");
/** Order of secp256k1: a private key must be below it. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
export const privateKey = z
  .string()
  .regex(/^0x(?!0{64})[0-9a-fA-F]{64}$/, { error: "must be 0x and 64 hex digits", abort: true })
  .refine((key) => BigInt(key) < CURVE_ORDER, "is no key of this curve");
const isOneOrTwo = (urls: readonly string[]) => urls.length <= 2 && new Set(urls).size === urls.length;
export const rpcUrls = z
  .string()
  .transform((value) => value.split(",").map((url) => url.trim()))
  .pipe(z.array(httpUrl))
  .refine(isOneOrTwo, "must be one or two different http(s) URLs, comma-separated");

function isCidr(text: string): boolean {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest));
}

export const cidrs = z
  .string()
  .refine(
    (value) => value === "vercel" || value.split(",").every(isCidr),
    "must be `vercel` or a comma-separated list of addresses or CIDRs",
  );
