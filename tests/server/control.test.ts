import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startControl, type ControlResponse } from "@/lib/server/cli/control";
import { controlAddress } from "@/lib/server/cli/control-address";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";

let folder: string;
let opened: TestDatabase;
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "control-"));
  opened = await openTestDatabase();
  writeFileSync(join(folder, "control.sock"), "left by a killed server");
  stop = await startControl(folder, opened.db);
});
afterAll(async () => {
  await stop();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function send(body: string, dataDir = folder): Promise<ControlResponse> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: controlAddress(dataDir), path: "/", method: "POST" }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve(JSON.parse(text) as ControlResponse));
    });
    call.on("error", reject);
    call.end(body);
  });
}

describe("the control socket", () => {
  test("replaces one left by a killed server, and is accessible to its owner only", () => {
    expect(statSync(join(folder, "control.sock")).isSocket()).toBe(true);
    expect(statSync(join(folder, "control.sock")).mode & 0o777).toBe(0o600);
  });

  test("runs a command", async () => {
    expect(await send('{"command":"jobs.list"}')).toMatchObject({
      ok: true,
      result: expect.arrayContaining([expect.objectContaining({ name: "refresh-news" })]),
    });
  });

  test.each(["", "null", "[]", '"jobs.list"', "{", '{"command":1}', '{"command":"jobs.list","args":7}'])(
    "refuses %j as malformed",
    async (body) => {
      expect(await send(body)).toEqual({ ok: false, message: "A command is {command, args} in JSON." });
    },
  );

  test.each(["no.such", "constructor", "__proto__", "toString"])("refuses %s as unknown", async (command) => {
    expect(await send(JSON.stringify({ command }))).toEqual({ ok: false, message: `There is no command ${JSON.stringify(command)}.` });
  });

  test("refuses a command that is too long", async () => {
    expect(await send(JSON.stringify({ command: "jobs.list", args: { filler: "x".repeat(70_000) } }))).toMatchObject({ ok: false });
  });

  test("has a path within the system's limit, however deep the data folder is", () => {
    const deep = join(folder, "a-rather-long-folder-name/".repeat(8));
    expect(Buffer.byteLength(controlAddress(deep))).toBeLessThanOrEqual(104);
    expect(controlAddress(deep)).not.toBe(controlAddress(`${deep}/other`));
    expect(existsSync(controlAddress(deep))).toBe(false);
  });
});

describe("servers of one Postgres", () => {
  test.each(["", "left by a killed server"])("that start at the same time in one folder share its socket (%j)", async (left) => {
    const shared = join(mkdtempSync(join(folder, "shared-")), "data");
    if (left !== "") {
      mkdirSync(shared);
      writeFileSync(join(shared, "control.sock"), left);
    }
    const stops = await Promise.all([1, 2, 3, 4].map(() => startControl(shared, opened.db)));
    expect(await send('{"command":"jobs.list"}', shared)).toMatchObject({ ok: true });
    for (const end of stops) await end();
  });

  test("serve without commands where no socket can be made", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    await (
      await startControl(file, opened.db)
    )();
    expect(statSync(file).isFile()).toBe(true);
  });
});
