/** Elements of HTML, of its past versions, and of what it embeds. */
const ELEMENTS = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas caption center
   cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame
   frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu
   meta meter nav nobr noframes noscript object ol optgroup option output p param path picture plaintext pre progress q rb rp rt rtc ruby s
   samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot
   th thead time title tr track tt u ul use var video wbr xmp`.split(/\s+/),
);

/** Text as HTML that reads the same. Entities stay, because many feeds escape their texts once too often. */
export const htmlOfText = (text: string): string => text.replaceAll("<", "&lt;");

/**
 * Escapes tags that HTML lacks, such as `<think>` or `vector<float>`. A title of RSS may be text or
 * HTML, and says neither.
 */
export const escapeUnknownTags = (title: string): string =>
  title.replace(/<(?=\/?([a-z][^\s/<>]*))/gi, (bracket, name: string) => (ELEMENTS.has(name.toLowerCase()) ? bracket : "&lt;"));
