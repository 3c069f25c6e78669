import iconv from "iconv-lite";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeText } from "@/lib/sources/decode-text";
import { SourceError } from "@/lib/sources/http/source";

const xml = (charset: string, words: string) => `<?xml version="1.0" encoding="${charset}"?><title>${words}</title>`;

describe("declared and actual charset", () => {
  test.each([
    ["iso-8859-1", "windows-1252", "Überprüfung “quoted”"],
    ["windows-1251", "windows-1251", "Новости"],
    ["koi8-r", "koi8-r", "Новости"],
    ["windows-1255", "windows-1255", "חדשות"],
    ["iso-8859-7", "iso-8859-7", "Νέα"],
    ["big5", "big5", "新聞"],
    ["gb2312", "gb18030", "新闻"],
    ["euc-kr", "euc-kr", "뉴스"],
    ["shift_jis", "shift_jis", "ニュース"],
    ["tis-620", "windows-874", "ข่าว"],
  ])("decodes a document that declares %s", (declared, real, words) => {
    expect(decodeText(iconv.encode(xml(declared, words), real), "text/xml").text).toContain(words);
  });

  test("the header takes precedence over the document", () => {
    const bytes = iconv.encode(xml("iso-8859-1", "Новости"), "koi8-r");
    expect(decodeText(bytes, "application/xml; charset='KOI8-R'").text).toContain("Новости");
  });

  test("valid UTF-8 is decoded as UTF-8, whatever is declared", () => {
    expect(decodeText(Buffer.from(xml("iso-8859-1", "Überprüfung")), "text/xml; charset=iso-8859-1").text).toContain("Überprüfung");
  });

  test("declared UTF-8 with Latin bytes is decoded as Latin", () => {
    expect(decodeText(iconv.encode(xml("utf-8", "Überprüfung für alle"), "windows-1252"), null).text).toContain("Überprüfung für alle");
  });

  test("one stray byte does not spoil the UTF-8 around it", () => {
    const bytes = Buffer.concat([Buffer.from("<t>Überprüfung für "), Buffer.from([0xff]), Buffer.from(" alle ✓</t>")]);
    expect(decodeText(bytes, null).text).toContain("Überprüfung für");
  });

  test("an unknown charset name does not fail", () => {
    expect(decodeText(Buffer.from(xml("invalid", "plain")), "text/xml; charset=nonsense").text).toContain("plain");
  });

  test("ISO-2022-JP is recognised by its escapes", () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="iso-2022-jp"?><t>'),
      Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]),
      Buffer.from("</t>"),
    ]);
    expect(decodeText(bytes, null).text).toContain("日本");
  });
});

describe("wide charsets", () => {
  test.each(["utf-16le", "utf-16be", "utf-32le", "utf-32be"])("decodes %s with and without byte order mark", (charset) => {
    const text = xml(charset, "Überprüfung");
    expect(decodeText(iconv.encode(text, charset, { addBOM: true }), null).text).toBe(text);
    expect(decodeText(iconv.encode(text, charset, { addBOM: false }), null).text).toBe(text);
  });

  test("single-byte text declared as UTF-16 is decoded as single-byte text", () => {
    expect(decodeText(Buffer.from(xml("utf-16", "plain")), "application/json;charset=utf-16").text).toContain("plain");
  });
});

describe("gzip inside the body", () => {
  test("is decompressed", () => {
    expect(decodeText(gzipSync(xml("utf-8", "packed")), null).text).toContain("packed");
  });

  test("is refused when damaged", () => {
    expect(() => decodeText(gzipSync("x".repeat(5000)).subarray(0, 20), null)).toThrow(SourceError);
  });

  test("stops at the size limit", () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    expect(() => decodeText(bomb, null)).toThrow(expect.objectContaining({ fault: "too_large" }));
  });
});

test("the byte order mark is removed from the text", () => {
  expect(decodeText(Buffer.from("\ufeff<rss/>"), null).text).toBe("<rss/>");
});
