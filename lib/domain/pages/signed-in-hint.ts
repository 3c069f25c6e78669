/**
 * Cookie that tells the scripts of a page that somebody is signed in, and nothing else. Pages that are
 * stored for all readers learn it from there, and ask for the rest. Its value differs by session, and
 * opens nothing.
 */
export const SIGNED_IN_HINT = "signed_in";

/** The hint of the current session; null when nobody is signed in. */
export function signedInHint(cookies: string): string | null {
  const pairs = cookies.split(";").map((pair) => pair.trim().split("=", 2));
  return pairs.find(([name]) => name === SIGNED_IN_HINT)?.[1] ?? null;
}
