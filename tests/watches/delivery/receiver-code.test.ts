import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RECEIVER_CODE } from "@/lib/domain/watches/receiver-code";
import { webhookHeaders } from "@/lib/watches/delivery/webhook-headers";
import { testSigner, webhookTo } from "../../support/watches/webhook-options";

/** The code that the page of a new watch shows, run on the headers that the service sends. */
const canRun = (program: string, args: readonly string[]): boolean => spawnSync(program, args, { stdio: "ignore" }).status === 0;

const codeOf = (wanted: string): string => RECEIVER_CODE.find(({ label }) => label === wanted)?.text ?? "";

/** Reads `{headers, body, secret}` as JSON and prints what the shown function says. */
const RUNS = {
  Node: {
    isHere: true,
    command: (folder: string) => [process.execPath, join(folder, "run.mjs")],
    files: {
      "shown.mjs": codeOf("Node"),
      "run.mjs": `import { isFromService } from "./shown.mjs";
const lower = (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { headers, body, secret } = JSON.parse(text);
console.log(isFromService(lower(headers), Buffer.from(body), secret));`,
    },
  },
  Python: {
    isHere: canRun("python3", ["--version"]),
    command: (folder: string) => ["python3", join(folder, "run.py")],
    files: {
      "shown.py": codeOf("Python"),
      "run.py": `import json, sys
from shown import is_from_service
given = json.load(sys.stdin)
print(str(is_from_service(given["headers"], given["body"].encode(), given["secret"])).lower())`,
    },
  },
  Go: {
    isHere: canRun("go", ["version"]),
    command: () => ["go", "run", "."],
    files: {
      "go.mod": "module receiver\n\ngo 1.18\n",
      "shown.go": codeOf("Go").replace("package receiver", "package main"),
      "run.go": `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var given struct {
		Headers map[string]string
		Body, Secret string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	fmt.Println(IsFromService(headers, []byte(given.Body), given.Secret))
}
`,
    },
  },
} as const;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "receiver-code-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = "a-shared-secret-of-some-length";
const request = webhookTo("https://receiver.example.com/", { secret: SECRET, body: JSON.stringify({ name: "Zürich →" }) });
const headers = webhookHeaders(request, testSigner, "Test/1");
const { "X-Service-Signature": signature = "", ...unsigned } = headers;

const cases = [
  ["a delivery of the service", { headers, body: request.body, secret: SECRET }, "true"],
  ["another body", { headers, body: `${request.body} `, secret: SECRET }, "false"],
  ["another secret", { headers, body: request.body, secret: `${SECRET}x` }, "false"],
  ["no signature", { headers: unsigned, body: request.body, secret: SECRET }, "false"],
  [
    "a signature cut short",
    { headers: { ...headers, "X-Service-Signature": signature.slice(0, -1) }, body: request.body, secret: SECRET },
    "false",
  ],
] as const;

test("every language of the page is run", () => {
  expect(RECEIVER_CODE.map(({ label }) => label)).toEqual(Object.keys(RUNS));
});

describe.each(Object.entries(RUNS))("the code shown for %s", (name, { isHere, command, files }) => {
  test.skipIf(!isHere).each(cases)("judges %s", (_, given, verdict) => {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const [program = "", ...args] = command(folder);
    const { stdout, stderr } = spawnSync(program, args, { cwd: folder, input: JSON.stringify(given), encoding: "utf8" });
    expect([name, stdout.trim(), stderr]).toEqual([name, verdict, ""]);
  });
});
