/** Path and query of an absolute URL, as they came: `URL` would decode and normalise them. */
export function targetOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return path < 0 ? "/" : url.slice(path);
}

/** Each request passes here several times; splitting with a limit would take several times as long. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/** Header in which the server tells the page of a 404 the asked address. A reader's own header is dropped. */
export const ASKED_PATH_HEADER = "x-asked-path";
