import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";

/** A file of the house, without its ending, in the folder of the package's types. */
const placeOf = (module: string): string => module.replace(/^(?:lib\/client|\.cache\/client|lib)\//, "");

/** What a declaration imports of the house, with the ending that every resolution of modules finds. */
function specifierFrom(place: string, module: string): string {
  const path = posix.relative(posix.dirname(place), placeOf(module));
  return `${path.startsWith(".") ? path : `./${path}`}.js`;
}

const IMPORT = /(\bfrom |\bimport\()"(@\/|\.{1,2}\/)([^"]+)"/g;

function withPlaces(module: string, text: string): string {
  const place = placeOf(module);
  return text.replace(IMPORT, (_, before: string, start: string, rest: string) => {
    const imported = start === "@/" ? rest : posix.join(posix.dirname(module), start, rest);
    return `${before}"${specifierFrom(place, imported)}"`;
  });
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  types: ["node"],
};

/** Writes the declarations of a module, and of all that it imports of the house, into `folder`. */
export function writeDeclarations(root: string, entry: string, folder: string): void {
  const program = ts.createProgram([join(root, entry)], { ...OPTIONS, rootDir: root, outDir: folder, paths: { "@/*": [join(root, "*")] } });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const module = relative(folder, path)
      .replaceAll("\\", "/")
      .replace(/\.d\.ts$/, "");
    const file = join(folder, `${placeOf(module)}.d.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withPlaces(module, text));
  });
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length === 0) return;
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: (name: string) => name, getNewLine: () => "\n" };
  throw new Error(ts.formatDiagnostics(faults, host));
}
