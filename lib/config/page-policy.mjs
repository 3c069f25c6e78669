// @ts-check

/** What may run and load on a page, in the same words in next.config.mjs, proxy.ts and the node server. */

/** The longest form holds a bill of 1 MB, quoted as JSON; what is longer is refused before it is decoded. */
export const LONGEST_FORM_BYTES = 1.5 * 1024 * 1024;

/** Development mode evaluates modules as text and has inline scripts of its own. */
export const isDevelopment = process.env.NODE_ENV === "development";

/** The policy's value. `scripts` are the hashes or the nonce of the inline scripts that may run. @param {readonly string[]} scripts @param {{ connect: readonly string[], frame: readonly string[] }} [hosts] */
export function contentSecurity(scripts, hosts = { connect: [], frame: [] }) {
  const allowed = isDevelopment ? ["'unsafe-inline'", "'unsafe-eval'"] : scripts.map((script) => `'${script}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...allowed].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...hosts.connect].join(" "),
    ["frame-src 'self'", ...hosts.frame].join(" "),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of everything outside /api. The policy allows no inline script, unless the page's own policy replaces it. */
export const SECURITY_HEADERS = {
  "Content-Security-Policy": contentSecurity([]),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
};
