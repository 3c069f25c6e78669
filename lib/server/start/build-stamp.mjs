// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Inputs of `next build`. */
const SOURCE_FOLDERS = ["app", "components", "db", "jobs", "lib", "public"];
const SOURCE_FILES = [
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {string} root */
export function lockfileHash(root) {
  const hash = createHash("sha256").update(process.version.split(".", 1)[0] ?? "");
  return hash
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/** @param {string} root @param {Record<string, string | undefined>} [variables] */
export function sourceHash(root, variables = process.env) {
  const hash = createHash("sha256").update(lockfileHash(root));
  const files = [
    ...SOURCE_FOLDERS.flatMap((folder) => filesBelow(join(root, folder))),
    ...SOURCE_FILES.map((name) => join(root, name)).filter((file) => existsSync(file)),
  ];
  for (const file of files.sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join("/")}\n${content.byteLength}\n`).update(content);
  }
  for (const name of Object.keys(variables)
    .filter((key) => key.startsWith("NEXT_PUBLIC_"))
    .sort()) {
    hash.update(`${name}=${variables[name]}\n`);
  }
  return hash.digest("hex");
}

/** @param {string} root */
const stampFiles = (root) => ({ install: join(root, "node_modules", ".install-stamp"), build: join(root, ".next", "build-stamp") });

/** @param {string} file */
const readStamp = (file) => (existsSync(file) ? readFileSync(file, "utf8").trim() : null);

/** True when npm's own record matches the lockfile, so that a manual `npm ci` is not repeated. @param {string} root */
function isInstalledByHand(root) {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages ?? {};
  const installed = JSON.parse(readFileSync(record, "utf8")).packages ?? {};
  return Object.entries(locked).every(
    ([path, { version, optional, devOptional }]) => path === "" || optional || devOptional || installed[path]?.version === version,
  );
}

/** @param {string} root */
export const isInstalled = (root) => readStamp(stampFiles(root).install) === lockfileHash(root) || isInstalledByHand(root);

/** @param {string} root @param {string} hash */
export const isBuilt = (root, hash) => readStamp(stampFiles(root).build) === hash && existsSync(join(root, ".next", "BUILD_ID"));

/** @param {string} root */
export const stampInstall = (root) => writeFileSync(stampFiles(root).install, `${lockfileHash(root)}\n`);

/** @param {string} root @param {string} hash */
export const stampBuild = (root, hash) => writeFileSync(stampFiles(root).build, `${hash}\n`);

/** Dropped before a build, so that an interrupted one does not pass for the previous one. @param {string} root */
export const dropBuildStamp = (root) => rmSync(stampFiles(root).build, { force: true });

/** @param {string} file */
const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/**
 * Drops a cache from before another installation. Turbopack keeps in it where packages lie, and does
 * not find them any more.
 * @param {string} root
 */
export function dropOutdatedCache(root) {
  const cache = join(root, ".next", "cache");
  const installed = join(root, "node_modules", ".package-lock.json");
  if (changedAt(installed) > changedAt(cache)) rmSync(cache, { recursive: true, force: true });
}
