import { preload } from "react-dom";
import mono from "../../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2";

/**
 * Has the browser load the font of code ahead, so that it is there for the first paint. Only for pages with blocks of code: ids and keys
 * elsewhere are in the reader's own font. Its 23 KB make the first paint on a slow connection up to 0.1 s later. The file is the one that `code.css` names.
 */
export const preloadMono = (): void => preload(mono, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
