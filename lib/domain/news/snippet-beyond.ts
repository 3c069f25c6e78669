/** What a snippet says beyond its headline: many feeds begin it with the headline again. */
export function snippetBeyond(title: string, snippet: string): string {
  if (!snippet.toLowerCase().startsWith(title.toLowerCase())) return snippet;
  return snippet.slice(title.length).replace(/^[\s.:;,|\u2013\u2014-]+/, "");
}
