import { preload } from "react-dom";
import mono from "../../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2";

/** What shows code, keys or addresses asks for their font at once: pages without them do without its 23 KB. */
export const preloadMono = (): void => preload(mono, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
