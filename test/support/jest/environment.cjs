const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The globals of the worker itself, which the shared runtime needs: no context of node:vm, in which everything also runs slower. */
module.exports = class SharedEnvironment {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    // Jest puts its own in their places while this test file runs.
    this.console = globalThis.console;
    this.exit = Object.getOwnPropertyDescriptor(process, 'exit');
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.console;
    Object.defineProperty(process, 'exit', this.exit);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
