const asyncHooks = require('node:async_hooks');
const Module = require('node:module');

const sourceMaps = new Map();
let transformer;

Module._extensions['.ts'] = (module, file) => {
  const { code, sourceMapPath } = transformer.transform(file, {
    collectCoverage: false,
    collectCoverageFrom: [],
    coverageProvider: 'v8',
    supportsDynamicImport: false,
    supportsExportNamespaceFrom: false,
    supportsStaticESM: false,
    supportsTopLevelAwait: false,
  });
  if (sourceMapPath) sourceMaps.set(file, sourceMapPath);
  module._compile(code, file);
};

/**
 * What Jest asks which test an error belongs to, as long as tests run one after the other. Node's AsyncLocalStorage follows every promise of the
 * process, which makes each of them cost twice as much.
 */
class RunningTest {
  run(context, work) {
    const before = this.context;
    this.context = context;
    const over = () => {
      this.context = before;
    };
    return Promise.resolve(work()).finally(over);
  }

  getStore() {
    return this.context;
  }
}

/**
 * Runs test files with Node's own loader: what one of them has loaded stays loaded for the next one in the same worker, where Jest's
 * runtime would load Callboard and its packages anew. A test file itself, the set-up files and the state of Jest's test
 * framework are new each time. So modules keep no state that one test file could leave to another.
 */
module.exports = class SharedRuntime {
  constructor(_config, { fakeTimersModern, moduleMocker }, _resolver, scriptTransformer) {
    transformer = scriptTransformer;
    this.own = new Set();
    // What the tests use of it; module mocks and automatic ones do not exist here.
    globalThis.jest = {
      fn: (implementation) => moduleMocker.fn(implementation),
      spyOn: (object, name) => moduleMocker.spyOn(object, name),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      useFakeTimers: (config) => fakeTimersModern.useFakeTimers(config),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
    };
  }

  requireModule(file) {
    this.own.add(file);
    delete require.cache[file];
    return require(file);
  }

  requireInternalModule(file) {
    const { AsyncLocalStorage } = asyncHooks;
    asyncHooks.AsyncLocalStorage = RunningTest;
    try {
      return this.requireModule(file);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  teardown() {
    for (const file of this.own) delete require.cache[file];
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
};
