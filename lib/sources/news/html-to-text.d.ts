/** The part of the package that we use; it ships no types. */
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
