import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../servers/free-port';
import { hasProgram, describeProcess, type Process } from './processes';

/** The proxies whose configuration the README shows. */
export const proxyNames = ['nginx', 'haproxy'] as const;

/** One of them. */
export type ProxyName = (typeof proxyNames)[number];

/** A proxy in front of two servers. */
export interface Proxy extends Process {
  readonly url: string;
}

const programs = {
  nginx: ['nginx', '/usr/sbin/nginx'],
  haproxy: ['haproxy', '/usr/sbin/haproxy'],
} as const;

/** The program of a proxy; undefined when it is not installed. */
export function findProgram(name: ProxyName): string | undefined {
  return programs[name].find(hasProgram);
}

/** Describes a proxy with the configuration beside this file, its ports replaced. */
export async function describeProxy(
  name: ProxyName,
  { folder, ports }: { readonly folder: string; readonly ports: readonly [number, number] },
): Promise<Proxy> {
  const command = findProgram(name);
  if (command === undefined) throw new Error(`${name} is not installed.`);
  const port = await freePort();
  const shown = readFileSync(
    join(__dirname, name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg'),
    'utf8',
  );
  const own = join(folder, `${name}.conf`);
  const text = shown
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  writeFileSync(own, text);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    ...describeProcess({
      command,
      args: name === 'nginx' ? nginxArguments(folder, own) : ['-db', '-f', own],
      probe: `${url}/readyz`,
      log: join(folder, `${name}.log`),
    }),
  };
}

/** Arguments of nginx, with the usual contents of nginx.conf around conf.d in the folder. */
export function nginxArguments(folder: string, included: string): string[] {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`);
  const main = join(folder, 'nginx-main.conf');
  writeFileSync(
    main,
    [
      'daemon off;',
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'worker_processes 2;',
      `pid ${join(folder, 'nginx.pid')};`,
      'events { worker_connections 512; }',
      `http { access_log off; ${paths.join(' ')} include ${included}; }`,
    ].join('\n'),
  );
  return ['-p', folder, '-c', main, '-e', 'stderr'];
}
