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
    this.before = { console, env: process.env };
    this.exit = Object.getOwnPropertyDescriptor(process, 'exit');
    process.env = { ...process.env };
  }

  async teardown() {
    await super.teardown();
    globalThis.console = this.before.console;
    process.env = this.before.env;
    Object.defineProperty(process, 'exit', this.exit);
  }
};
