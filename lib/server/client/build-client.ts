import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { endWithUsage } from "@/lib/config/usage.mjs";
import { thisSite } from "@/lib/docs/pages/this-site";
import { bundleClient } from "./bundle-client";
import { clientDescription, writeClientTypes } from "./client-types";
import { writeDeclarations } from "./declarations";
import { licence, packageManifest, packageReadme, provenance } from "./package-texts";

endWithUsage(
  [
    "Usage: npm run build:client                  write the client as a package into dist/client, ready for `npm publish ./dist/client`",
    "                     -- --out <folder>        write it there: a new folder, an empty one, or one of an earlier build, which it replaces",
    "CLIENT_PACKAGE_NAME is its name, PUBLIC_BASE_URL the service that its README calls.",
  ].join("\n"),
);

const root = process.cwd();
const { values } = parseArgs({ options: { out: { type: "string", default: "dist/client" } } });
const folder = resolve(root, values.out);
const site = thisSite();

const PROVENANCE = "PROVENANCE.md";
if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, PROVENANCE))) {
  throw new Error(`${folder} holds something other than a build of the client, which would be lost: name another folder.`);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "dist"), { recursive: true });
await writeClientTypes(root);
const notices = await bundleClient(root, join(folder, "dist"));
writeDeclarations(root, "lib/client/index.ts", join(folder, "dist", "types"));
const house = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Parameters<typeof packageManifest>[0];
const texts: Record<string, string> = {
  "package.json": `${JSON.stringify(packageManifest(house, site), null, 2)}\n`,
  "README.md": packageReadme(site),
  LICENSE: licence(site),
  [PROVENANCE]: provenance(root, site, clientDescription()),
  "THIRD-PARTY.md": notices,
};
for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
chmodSync(join(folder, "dist", "cli.js"), 0o755);
process.stdout.write(`The client stands in ${folder}. Its README calls ${site.baseUrl}.\n`);
