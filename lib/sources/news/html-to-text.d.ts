/** The package ships no types; this declares the part we use. */
declare module "html-to-text" {
  interface Selector {
    selector: string;
    format: string;
    options?: Record<string, unknown>;
  }
  interface Options {
    wordwrap: number | false;
    decodeEntities: boolean;
    limits: { maxDepth: number; maxChildNodes: number; maxInputLength: number; ellipsis: string };
    selectors: Selector[];
  }
  export function compile(options: Options): (html: string) => string;
}
