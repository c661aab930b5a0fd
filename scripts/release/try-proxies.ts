import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { freePort } from '../servers/free-port';
import { describeProcess, type Process } from './restarts/processes';
import { findProgram, nginxArguments, proxyNames, type ProxyName } from './restarts/proxies';

const usage = `npm run try:proxies [-- --idle SECONDS] [--proxy nginx|haproxy]

Runs nginx and HAProxy (Debian's packages) with the files of examples/deploy, and TLS, in front of a
server in production: requests, the client's address, a stream that is neither buffered nor ended
while it is idle for --idle seconds (90), MCP, ETags through gzip, and a body that is too large. The
exit code is 1 when something fails.`;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    idle: { type: 'string', default: '90' },
    proxy: { type: 'string', multiple: true, default: [...proxyNames] },
  },
});

const root = resolve(__dirname, '../..');
const deploy = join(root, 'examples/deploy');
const host = 'calls.example.com';
const tsx = ['--import', 'tsx', 'src/main.ts'];

/** What one proxy is tried with. */
interface Trial {
  readonly name: ProxyName;
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly token: string;
  readonly certificate: string;
  readonly serverLog: string;
}

/** A whole response. */
interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function main(): Promise<void> {
  if (options.help) return console.log(usage);
  const folder = mkdtempSync(join(tmpdir(), 'callboard-proxies-'));
  const serverPort = await freePort();
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'callboard.db')}`,
    PUBLIC_URL: `https://${host}`,
    TRUST_PROXY: '1',
    HOST: '127.0.0.1',
    PORT: String(serverPort),
  };
  const serverLog = join(folder, 'server.log');
  const server = describeProcess({
    command: process.execPath,
    args: [...tsx, 'serve'],
    env,
    probe: `http://127.0.0.1:${serverPort}/readyz`,
    log: serverLog,
  });
  const started: Process[] = [server];
  try {
    const callboard = (args: readonly string[], input = ''): string =>
      execFileSync(process.execPath, [...tsx, ...args], {
        cwd: root,
        env: { ...process.env, ...env },
        input,
        encoding: 'utf8',
      }).trim();
    callboard(
      ['setup', '--workspace', 'Theatre', '--email', 'ada@example.com'],
      'four unrelated words: moon, rope, ink, salt\n',
    );
    callboard(['agent', 'create', '--name', 'Stagehand']);
    const token = callboard(['token', 'create', '--agent', 'Stagehand']);
    const certificate = makeCertificate(folder);
    await server.start();
    for (const name of proxyNames.filter((one) => options.proxy.includes(one))) {
      const [port, plainPort] = [await freePort(), await freePort()];
      const proxy = describeProxyWithTls(name, { folder, port, plainPort, serverPort });
      started.push(proxy);
      await proxy.start();
      await tryProxy({ name, folder, port, plainPort, token, certificate, serverLog });
    }
  } finally {
    for (const one of started.toReversed()) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject].concat([
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
    { stdio: 'ignore' },
  );
  const both = readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8');
  writeFileSync(join(folder, 'haproxy.pem'), both, { mode: 0o600 });
  return readFileSync(certificate, 'utf8');
}

/** The file of examples/deploy with the ports and the certificates of this trial. */
function describeProxyWithTls(
  name: ProxyName,
  {
    folder,
    port,
    plainPort,
    serverPort,
  }: { folder: string; port: number; plainPort: number; serverPort: number },
): Process {
  const command = findProgram(name);
  if (command === undefined) throw new Error(`${name} is not installed.`);
  const file = join(folder, name === 'nginx' ? 'callboard.conf' : 'haproxy.cfg');
  const shown = readFileSync(join(deploy, name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg'), 'utf8');
  const replaced = shown
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replaceAll(`/etc/ssl/${host}`, folder)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`);
  writeFileSync(file, replaced);
  const args = name === 'nginx' ? nginxArguments(folder, file) : ['-db', '-f', file];
  execFileSync(command, [...args, name === 'nginx' ? '-t' : '-c'], { stdio: 'inherit' });
  return describeProcess({
    command,
    args,
    // Its own port redirects to a host of others, so only the server behind it is asked.
    probe: `http://127.0.0.1:${serverPort}/readyz`,
    log: join(folder, `${name}.log`),
  });
}

async function tryProxy(trial: Trial): Promise<void> {
  const check = (what: string, isTrue: boolean, seen: unknown = ''): void => {
    console.log(`${trial.name}: ${isTrue ? 'ok' : 'FAILED'}: ${what}`);
    if (isTrue) return;
    console.log(seen);
    process.exitCode = 1;
  };
  await untilUp(trial);
  const redirect = await plain(trial);
  check(
    'http redirects to https',
    redirect.status === 301 && String(redirect.headers.location).startsWith(`https://${host}/`),
    redirect,
  );
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': `forged-${trial.name}` };
  const me = await call(trial, 'GET', '/v1/me', undefined, forged);
  check('a request with a token succeeds', me.status === 200, me);
  await pause(200);
  const line = readFileSync(trial.serverLog, 'utf8')
    .split('\n')
    .find((one) => one.includes(`forged-${trial.name}`));
  check(
    'the log has the address of the client, not the forged one',
    line !== undefined && line.includes('127.0.0.1') && !line.includes('203.0.113.9'),
    line,
  );

  const created = await call(trial, 'POST', '/v1/actions', {
    title: 'Hang the moon',
    details: 'The rope is behind the curtain. '.repeat(100),
  });
  const path = `/v1/actions/${idOf(created.body)}`;
  const read = await call(trial, 'GET', path, undefined, { 'accept-encoding': 'gzip' });
  const tag = String(read.headers.etag);
  console.log(`${trial.name}: ${String(read.headers['content-encoding'])}, ETag ${tag}`);
  const change = (ifMatch: string): Promise<Answer> =>
    call(trial, 'PATCH', path, { title: `Hung by ${trial.name}` }, { 'if-match': ifMatch });
  check('the ETag of a compressed response is accepted', (await change(tag)).status === 200);
  check('and is refused once it is old', (await change(tag)).status === 412);
  const cached = await call(trial, 'GET', path, undefined, {
    'if-none-match': String((await call(trial, 'GET', path)).headers.etag),
  });
  check('If-None-Match gets 304', cached.status === 304, cached);

  const large = await call(trial, 'POST', '/v1/actions', { title: 'x'.repeat(3_000_000) });
  check('a body that is too large gets the error of Callboard', isOwnError(large, 413), large);

  const listed = await call(
    trial,
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    { accept: 'application/json, text/event-stream' },
  );
  check('MCP lists the tools', listed.status === 200 && listed.body.includes('"tools"'), listed);
  await tryStream(trial, check);
}

type Check = (what: string, isTrue: boolean, seen?: unknown) => void;

async function tryStream(trial: Trial, check: Check): Promise<void> {
  const stream = await open(trial, 'GET', '/v1/events/stream', undefined, {
    accept: 'text/event-stream',
  });
  let seen = '';
  let isEnded = false;
  stream.setEncoding('utf8').on('data', (part: string) => (seen += part));
  stream.on('close', () => (isEnded = true)).on('error', () => (isEnded = true));
  const msUntilEvent = async (title: string): Promise<number> => {
    const { body } = await call(trial, 'POST', '/v1/actions', { title });
    const began = performance.now();
    while (!seen.includes(idOf(body)) && performance.now() - began < 5000) await pause(10);
    return Math.round(performance.now() - began);
  };
  await pause(500);
  const first = await msUntilEvent('First light');
  check(`an event reaches the stream at once (${first} ms)`, first < 2000, seen);
  const before = seen.length;
  await pause(Number(options.idle) * 1000);
  const comments = seen
    .slice(before)
    .split('\n')
    .filter((line) => line.startsWith(':')).length;
  check(
    `the stream is open after ${options.idle} idle seconds (${comments} comments)`,
    !isEnded && comments >= Math.floor(Number(options.idle) / 15) - 1,
    seen.slice(before),
  );
  const last = await msUntilEvent('Last light');
  check(`and an event reaches it then (${last} ms)`, last < 2000 && !isEnded);
  stream.destroy();
}

async function untilUp(trial: Trial): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      if ((await call(trial, 'GET', '/readyz')).status === 200) return;
    } catch {
      // It does not listen yet.
    }
    await pause(50);
  }
  throw new Error(`${trial.name} did not start.`);
}

function open(
  { port, token, certificate }: Trial,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const sent: RequestOptions = {
    host: '127.0.0.1',
    port,
    servername: host,
    ca: certificate,
    method,
    path,
    headers: {
      host,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  };
  return new Promise((done, failed) => {
    const message = request(sent, done).on('error', failed);
    message.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function call(...args: Parameters<typeof open>): Promise<Answer> {
  const response = await open(...args);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  const isZipped = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (isZipped ? gunzipSync(bytes) : bytes).toString('utf8'),
  };
}

function plain({ plainPort }: Trial): Promise<Answer> {
  return new Promise((done, failed) => {
    const target = { host: '127.0.0.1', port: plainPort, path: '/app', headers: { host } };
    httpRequest(target, (response) => {
      const { statusCode: status, headers } = response;
      text(response).then((body) => done({ status, headers, body }), failed);
    })
      .on('error', failed)
      .end();
  });
}

function idOf(body: string): string {
  return String(JSON.parse(body).id);
}

function isOwnError({ status, body }: Answer, expected: number): boolean {
  return status === expected && body.includes('"code"');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
