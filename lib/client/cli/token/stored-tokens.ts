import { join } from "node:path";
import { CommandFailure } from "../exit-codes";
import type { Host } from "../output/terminal";
import { readPrivateJson, removePrivate, userFolder, writePrivate } from "./private-file";

/** Tokens by the address that they were given for: none is sent anywhere else. */
type Tokens = Record<string, string>;

const TOKEN = /^[\x21-\x7e]{8,200}$/;

export const tokenFile = (host: Host): string => join(userFolder(host, "config"), "credentials.json");

async function readTokens(host: Host): Promise<Tokens> {
  const { tokens } = ((await readPrivateJson(tokenFile(host), host)) ?? {}) as { tokens?: unknown };
  const entries = Object.entries((tokens ?? {}) as object).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}

export function checkedToken(text: string): string {
  const token = text.trim();
  if (TOKEN.test(token)) return token;
  throw new CommandFailure("usage", "invalid_token", "That is no token: 8 to 200 visible ASCII characters are expected.");
}

/** AED_TOKEN, or the stored token of this address; null without either. */
export async function findToken(host: Host, baseUrl: string): Promise<string | null> {
  const { AED_TOKEN: given } = host.env;
  if (given) return checkedToken(given);
  return (await readTokens(host))[new URL(baseUrl).origin] ?? null;
}

export async function storeToken(host: Host, baseUrl: string, token: string): Promise<void> {
  const tokens = { ...(await readTokens(host)), [new URL(baseUrl).origin]: token };
  await writePrivate(tokenFile(host), `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
}

/** Forgets the token of this address; true where there was one. */
export async function forgetToken(host: Host, baseUrl: string): Promise<boolean> {
  const { [new URL(baseUrl).origin]: ended, ...others } = await readTokens(host);
  if (ended === undefined) return false;
  if (Object.keys(others).length === 0) await removePrivate(tokenFile(host));
  else await writePrivate(tokenFile(host), `${JSON.stringify({ version: 1, tokens: others }, null, 2)}\n`);
  return true;
}
