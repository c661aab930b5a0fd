const { existsSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const root = path.join(__dirname, '..', '..');
const tests = path.join(root, 'test') + path.sep;

/** The runtime of the running test file. */
let current;
/** The source maps of the modules that Node.js has loaded. */
const sourceMaps = new Map();

/**
 * Loads the files of `test` for each test file anew, as Jest does, and lets Node.js load all other
 * modules once per worker: to load and optimize the program again, and to compile the contract's
 * schemas again, is a third of the time of most test files. So a module of `src` keeps its state
 * from one test file to the next, as in a process that runs for long. A file that replaces a module
 * (`jest.mock`) has all modules to itself.
 */
module.exports = class SharedModules extends Runtime {
  constructor(...given) {
    super(...given);
    current = this;
    const { watch, watchAll, collectCoverage } = given.at(-1);
    this.isolates = watch || watchAll || collectCoverage;
    for (const [file, map] of sourceMaps) this.getSourceMaps().set(file, map);
    // Jest would compile for a context of node:vm, which test/support/environment.cjs has none of.
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, { filename });
  }

  // Jest would replace the function of the real process.
  installGetBuiltinModule() {}

  setMock(...mock) {
    this.isolates = true;
    super.setMock(...mock);
  }

  requireModuleOrMock(from, name) {
    if (!this.isolates && name !== '@jest/globals' && !Module.isBuiltin(name)) {
      const file = this._resolution.resolveCjs(from, name);
      if (!file.startsWith(tests)) return require(file);
    }
    return super.requireModuleOrMock(from, name);
  }

  /** Compiles a file as Jest does, and keeps its source map for the following test files. */
  compiled(file) {
    const code = this.transformCache.transform(file);
    const map = this.getSourceMaps().get(file);
    if (map !== undefined) sourceMaps.set(file, map);
    return code;
  }

  /** Whether jest.config.cjs names the file among those to compile. */
  compiles(file) {
    return this._config.transformIgnorePatterns.every((pattern) => !new RegExp(pattern).test(file));
  }
};

for (const extension of ['.ts', '.js']) {
  const load = Module._extensions[extension];
  Module._extensions[extension] = (module, file) => {
    if (current?.compiles(file)) module._compile(current.compiled(file), file);
    else load(module, file);
  };
}

// The names that `moduleNameMapper` of jest.config.cjs explains.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, parent, ...rest) => {
  if (name === 'callboard-client') return path.join(root, 'src', 'client', 'index.ts');
  if (/^\..*\.js$/.test(name) && parent?.filename?.endsWith('.ts')) {
    const source = path.join(path.dirname(parent.filename), name.replace(/js$/, 'ts'));
    if (existsSync(source)) return source;
  }
  return resolveFilename(name, parent, ...rest);
};
