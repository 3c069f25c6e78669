/** XML 1.0 cannot represent other control characters, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const onlyXmlCharacters = (text: string): string => text.replace(NOT_XML, "");

/** Removes line breaks around CDATA, which some readers take for a part of the text. */
const withoutPadding = (xml: string): string => xml.replace(/>\s+<!\[CDATA\[/g, "><![CDATA[").replace(/\]\]>\s+<\//g, "]]></");

/** A generated feed as every reader takes it. */
export const feedText = (xml: string): string => withoutPadding(onlyXmlCharacters(xml));

/** Text as it may stand in an element or in a quoted attribute of HTML, SVG and XML. */
export const escapeMarkup = (text: string): string =>
  onlyXmlCharacters(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
