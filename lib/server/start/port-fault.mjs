// @ts-check
import { createServer } from "node:net";

const DEFAULT_PORT = 3000;

/** Why the server could not listen on this port, as a sentence; null when it could. @param {string | number | undefined} setting @returns {Promise<string | null>} */
export function portFault(setting) {
  const port = setting === undefined || setting === "" ? DEFAULT_PORT : Number(setting);
  // A malformed port is refused with the rest of the configuration; 0 lets the system choose a free one.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return Promise.resolve(null);
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(inWords(port, error)));
    server.listen(port, () => server.close(() => resolve(null)));
  });
}

/** @param {number} port @param {NodeJS.ErrnoException} error */
function inWords(port, { code, message }) {
  if (code === "EADDRINUSE") return `Port ${port} is in use. Stop what listens there, or set PORT to another.`;
  if (code === "EACCES") return `Port ${port} may not be opened by this user. Set PORT to one above 1023 and let a proxy forward to it.`;
  return `Port ${port} cannot be opened (${message}). Set PORT to another.`;
}
