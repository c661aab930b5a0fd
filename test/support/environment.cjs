const { TestEnvironment } = require('jest-environment-node');

/**
 * Runs test files in the context of their process instead of one of node:vm, so that they share
 * the modules that test/support/runtime.cjs has Node.js load. Puts back what Jest and tests
 * replace in it.
 */
module.exports = class OneContext extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: config.projectConfig,
      global: globalThis,
    });
    this.before = { console, env: process.env, exit: process.exit };
    process.env = { ...process.env };
  }

  async teardown() {
    await super.teardown();
    const { console, ...ofProcess } = this.before;
    globalThis.console = console;
    Object.assign(process, ofProcess);
  }
};
