const Module = require('node:module');
const path = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { addHook } = require('pirates');

const root = path.join(__dirname, '..', '..');
/** The examples import the client by its name, which only Jest finds (jest.config.cjs). */
const loadedByJest = ['test', 'examples'].map((folder) => path.join(root, folder) + path.sep);

/** The runtime of the running test file. */
let current;
/** The source maps of the modules that Node.js has loaded. */
const sourceMaps = new Map();

/**
 * Loads the files of `test` and `examples` for each test file anew, as Jest does, and lets Node.js
 * load all other modules once per worker: to load and optimize the program again, and to compile
 * the contract's schemas again, is a third of the time of most test files. So a module of `src`
 * keeps its state from one test file to the next, as in a process that runs for long. A file that
 * replaces a module (`jest.mock`) has all modules to itself.
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
      if (!loadedByJest.some((folder) => file.startsWith(folder))) return require(file);
    }
    return super.requireModuleOrMock(from, name);
  }

  /** Compiles a file as Jest does, and keeps its source map for the following test files. */
  compiled(file) {
    const code = this.transformCache.transform(file);
    const map = this.getSourceMaps().get(file);
    if (map !== undefined) sourceMaps.set(file, map);
    // Dynamic imports of src name the compiled file.
    return code.replaceAll(/require\("(\.{1,2}\/[^"]+)\.js"\)/g, 'require("$1")');
  }
};

addHook((_source, file) => current.compiled(file), { exts: ['.ts'] });
