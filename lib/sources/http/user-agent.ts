/** Names the service and a contact. Header values must be ASCII, so other characters are dropped. */
export function sourceUserAgent({ siteName, contact }: { siteName: string; contact: string | null }): string {
  const ascii = (text: string) =>
    text
      .replace(/[^\x20-\x7e]/g, "")
      .replace(/[()]/g, "")
      .trim();
  const product =
    ascii(siteName)
      .replace(/[^A-Za-z0-9.-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "data-service";
  return contact ? `${product}/1.0 (+${ascii(contact)})` : `${product}/1.0`;
}
