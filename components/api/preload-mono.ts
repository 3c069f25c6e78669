import { preload } from "react-dom";
import mono from "../../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2";

/**
 * Has the browser load the font of code ahead of the first paint, for pages with blocks of code. Its 23 KB delay that paint by up to
 * 0.1 s on a slow connection; ids elsewhere are in the reader's own font. The file is the one that `code.css` names.
 */
export const preloadMono = (): void => preload(mono, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
