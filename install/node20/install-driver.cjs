const { spawnSync } = require('node:child_process');
const { dependencies } = require('./package.json');

/**
 * Installs the packages of this folder, unless they are here and work. Returns the exit code of
 * npm.
 */
exports.installDriver = function installDriver() {
  if (isInstalled()) return 0;
  // The settings of the installation that runs this come by the environment; a global one must not
  // make this one global.
  const args = ['ci', '--prefix', __dirname, '--no-global', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath || '';
  const options = { cwd: __dirname, stdio: 'inherit' };
  const { status } = npm.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return status ?? 1;
};

function isInstalled() {
  try {
    const { version } = require('better-sqlite3/package.json');
    if (version !== dependencies['better-sqlite3']) return false;
    const Database = require('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}
