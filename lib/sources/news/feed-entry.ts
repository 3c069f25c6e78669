/** One item as its feed wrote it, before anything of ours: texts may be HTML, dates anything. */
export interface FeedEntry {
  guid: string | null;
  link: string | null;
  /** What a relative link is relative to, where the document says so. */
  base: string | null;
  title: string;
  body: string;
  date: string | null;
}
