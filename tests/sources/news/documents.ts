/** Small synthetic feeds in every format. */

export const RSS2 = `
<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Lab</title><link>https://lab.example/</link><description>x</description>
<item><title>First &amp;amp; best</title><link>https://lab.example/first?utm_source=rss</link><guid isPermaLink="false">1</guid><pubDate>Fri, 15 May 2026 15:00:00 GMT</pubDate><description><![CDATA[<p>One <b>model</b>.</p><script>x()</script>]]></description></item>
<item><title>Second</title><link>/second</link><guid isPermaLink="false">2</guid><dc:date>2026-05-14T10:00:00+02:00</dc:date><content:encoded><![CDATA[Full text]]></content:encoded></item>
</channel></rss>`;

export const RSS091 = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><title>Old</title><link>http://old.example/</link><description>x</description><language>en</language>
<item><title>Old news</title><link>http://old.example/1</link><description>Still here</description></item></channel></rss>`;

export const RDF = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://rdf.example/"><title>R</title><link>https://rdf.example/</link><description>x</description></channel>
<item rdf:about="https://rdf.example/1"><title>Triples</title><link>https://rdf.example/1</link><description>Graphs</description><dc:date>2026-05-15</dc:date></item>
</rdf:RDF>`;

export const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://atom.example/blog/"><title>A</title><id>urn:a</id><updated>2026-05-15T00:00:00Z</updated>
<entry><title type="html">A &amp;lt;b&amp;gt;bold&amp;lt;/b&amp;gt; claim</title><id>urn:1</id><link rel="self" href="https://atom.example/1.atom"/><link rel="alternate" type="text/html" href="one"/><published>2026-05-15T12:00:00Z</published><updated>2026-05-16T12:00:00Z</updated><summary>Short</summary></entry>
<entry><title>Two</title><id>urn:2</id><link href="https://atom.example/2"/><updated>2026-05-14T12:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Long</p></div></content></entry>
</feed>`;

export const JSON_FEED = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "J",
  home_page_url: "https://json.example/",
  items: [{ id: "7", url: "https://json.example/7", title: "Json", content_html: "<p>Body</p>", date_published: "2026-05-15T12:00:00Z" }],
});

export const HTML_PAGE = `<!doctype html><html><head><title>Sign in</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>Please sign in</body></html>`;

export const ATOM_IN_HTML = `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html><body>${ATOM.slice(ATOM.indexOf("<feed"))}</body></html>`;

/** The second item has an unclosed element. */
export const BROKEN_ITEM = `<rss version="2.0"><channel><title>B</title><link>https://b.example/</link><description>x</description>
<item><title>Good one</title><link>https://b.example/1</link></item>
<item><title>Bad <![CDATA[ one</title><link>https://b.example/2</link></item>
<item><title>Good two</title><link>https://b.example/3</link></item>
</channel></rss>`;

export const TRUNCATED = `<rss version="2.0"><channel><title>T</title><link>https://t.example/</link><description>x</description>
<item><title>Whole</title><link>https://t.example/1</link></item><item><title>Cut in the mid`;

export const ENTITY_BOMB = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${"&lol;".repeat(1000)}"><!ENTITY lol3 "${"&lol2;".repeat(1000)}">]>
<rss version="2.0"><channel><title>L</title><link>https://l.example/</link><description>&lol3;</description><item><title>Laughs &lol3;</title><link>https://l.example/1</link></item></channel></rss>`;

export const EXTERNAL_ENTITY = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
<rss version="2.0"><channel><title>E</title><link>https://e.example/</link><description>x</description><item><title>Hello &secret;</title><link>https://e.example/1</link></item></channel></rss>`;
