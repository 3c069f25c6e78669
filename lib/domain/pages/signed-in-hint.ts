/**
 * Name of a cookie that says to the scripts of a page that somebody is signed in, and nothing else: pages that are kept for all
 * readers learn it from there, and ask for the rest. Its value is another one for each session, and opens nothing.
 */
export const SIGNED_IN_HINT = "signed_in";

/** The hint of the current session; null when nobody is signed in. */
export function signedInHint(cookies: string): string | null {
  const pairs = cookies.split(";").map((pair) => pair.trim().split("=", 2));
  return pairs.find(([name]) => name === SIGNED_IN_HINT)?.[1] ?? null;
}
