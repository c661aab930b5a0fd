import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * TypeScript's language service for the package, in which one file can have another text than on
 * the disk.
 */
export interface Compiler {
  /** Whether the file compiles with this text. Files that import it are not checked. */
  compiles(file: string, text: string): boolean;
  /** The references to the name at a position, in all of `src`. */
  references(file: string, position: number): { readonly file: string; readonly start: number }[];
}

/** Reads the package once; each later query takes about a second. */
export function createCompiler(root: string): Compiler {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  );
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const changed = new Map<string, { text: string; version: number }>();
  let version = 1;
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames.filter((name) => !name.startsWith(join(root, 'test'))),
    getScriptVersion: (name) => String(changed.get(name)?.version ?? 0),
    getScriptSnapshot: (name) => {
      const text = changed.get(name)?.text ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (name) => ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    readDirectory: (...given) => ts.sys.readDirectory(...given),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
  });
  return {
    compiles(file, text) {
      const name = join(root, file);
      changed.set(name, { text, version: (version += 1) });
      const found = [
        ...service.getSyntacticDiagnostics(name),
        ...service.getSemanticDiagnostics(name),
      ];
      changed.set(name, { text: readFileSync(name, 'utf8'), version: (version += 1) });
      return found.length === 0;
    },
    references(file, position) {
      const found = service.getReferencesAtPosition(join(root, file), position) ?? [];
      return found
        .map(({ fileName, textSpan }) => ({
          file: fileName.slice(root.length + 1),
          start: textSpan.start,
        }))
        .filter((reference) => reference.file.startsWith('src/'));
    },
  };
}
