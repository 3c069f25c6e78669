import { expect, test } from "vitest";
import { ask, client, hostOf, server, useSourceClient } from "../../support/sources/source-client";
import { replayFolder } from "../../support/sources/replay-folder";

useSourceClient();

const AT = "Fri, 15 May 2026 12:00:00 GMT";

async function datesFrom(headers: Record<string, string>): Promise<[string, string][]> {
  const dates: [string, string][] = [];
  server.answer((_, response) => response.writeHead(200, headers).end("{}"));
  await ask("/", {}, client({ onDate: (host, date) => void dates.push([host, date.toUTCString()]) }));
  return dates;
}

test("a replayed `Date` header is not reported", async () => {
  const folder = replayFolder();
  folder.answer([{ url: `${server.url}/`, body: "{}", headers: { date: AT } }]);
  const dates: string[] = [];
  expect((await ask("/", {}, client({ replayDir: folder.path, onDate: (host) => void dates.push(host) }))).kind).toBe("fresh");
  expect(dates).toEqual([]);
  folder.remove();
});

test("the `Date` of an answer is reported, unless it is cached or invalid", async () => {
  expect(await datesFrom({ Date: AT })).toEqual([[hostOf(), AT]]);
  expect(await datesFrom({ Date: AT, Age: "0" })).toEqual([[hostOf(), AT]]);
  expect(await datesFrom({ Date: AT, Age: "60" })).toEqual([]);
  expect(await datesFrom({ Date: "yesterday" })).toEqual([]);
});
