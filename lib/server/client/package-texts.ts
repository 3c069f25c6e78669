import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { sortedJson } from "@/lib/domain/basics/text";
import { docMarkdown } from "@/lib/domain/pages/docs/doc-markdown";
import { clientGuide, clientPackageOf } from "@/lib/docs/guides/client";
import { API_VERSION, type Site } from "@/lib/docs/site";

interface HouseManifest {
  version: string;
  devDependencies: Readonly<Record<string, string>>;
}

const PAYER = "@x402/fetch";
const FETCHER = "openapi-fetch";

/** The package's manifest. Versions are those that the house tests the client with. */
export function packageManifest({ version, devDependencies }: HouseManifest, site: Site): object {
  return {
    name: clientPackageOf(site),
    version,
    description: `Client of ${site.name}: typed calls, retries that never pay twice, checks of receipts and webhooks`,
    license: "MIT",
    homepage: `${site.baseUrl}${clientGuide.href}`,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.12" },
    exports: { ".": { types: "./dist/types/index.d.ts", default: "./dist/index.js" }, "./package.json": "./package.json" },
    types: "./dist/types/index.d.ts",
    bin: { aed: "./dist/cli.js" },
    files: ["dist", "PROVENANCE.md", "THIRD-PARTY.md"],
    dependencies: { [FETCHER]: devDependencies[FETCHER] },
    peerDependencies: { [PAYER]: `^${devDependencies[PAYER] ?? ""}` },
    peerDependenciesMeta: { [PAYER]: { optional: true } },
  };
}

/** The guide of the site, whose examples are tested, is the package's README. */
export const packageReadme = (site: Site): string => docMarkdown(clientGuide.doc(site), site.baseUrl);

/** What git answers; null in a folder that is no clone. */
function git(root: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

function sourceWords(root: string): string {
  const commit = git(root, "rev-parse", "HEAD");
  if (commit === null) return "a copy without its history";
  const changes = git(root, "status", "--porcelain");
  return `commit ${commit}${changes === "" ? "" : ", with changes that are not committed"}`;
}

export const provenance = (root: string, site: Site, description: object): string => `# Where this package comes from

- Source: ${sourceWords(root)}.
- Types: made by openapi-typescript of the API's description, version ${API_VERSION}, sha256 ${createHash("sha256").update(sortedJson(description)).digest("hex")} of its JSON with sorted members.
- Service: ${site.baseUrl}.
- Made by \`npm run build:client\`, which makes the same files of the same source.
`;

export const licence = (site: Site): string => `MIT License

Copyright (c) ${site.operator.legalEntity ?? site.name}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
