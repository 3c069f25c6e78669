/** Where the words of a page of the documentation stand as Markdown; null for any other page. */
export const markdownTwin = (path: string): string | null => (/^\/docs(?:\/(?:api|guides)\/[^/.]+)?$/.test(path) ? `${path}.md` : null);
