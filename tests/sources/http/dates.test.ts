import { expect, test } from "vitest";
import { ask, client, hostOf, server, useSourceClient } from "../../support/sources/source-client";
import { replayFolder } from "../../support/sources/replay-folder";

useSourceClient();

const AT = "Fri, 15 May 2026 12:00:00 GMT";

async function heardFrom(headers: Record<string, string>): Promise<[string, string][]> {
  const heard: [string, string][] = [];
  server.answer((_, response) => response.writeHead(200, headers).end("{}"));
  await ask("/", {}, client({ onDate: (host, date) => void heard.push([host, date.toUTCString()]) }));
  return heard;
}

test("documents that are replayed are no witness of the time", async () => {
  const folder = replayFolder();
  folder.answer([{ url: `${server.url}/`, body: "{}", headers: { date: AT } }]);
  const heard: string[] = [];
  expect((await ask("/", {}, client({ replayDir: folder.path, onDate: (host) => void heard.push(host) }))).kind).toBe("fresh");
  expect(heard).toEqual([]);
  folder.remove();
});

test("the `Date` of an answer is heard, one that a cache has kept or that is none is not", async () => {
  expect(await heardFrom({ Date: AT })).toEqual([[hostOf(), AT]]);
  expect(await heardFrom({ Date: AT, Age: "0" })).toEqual([[hostOf(), AT]]);
  expect(await heardFrom({ Date: AT, Age: "60" })).toEqual([]);
  expect(await heardFrom({ Date: "yesterday" })).toEqual([]);
});
