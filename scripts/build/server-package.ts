import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { optionalDependencies } from '../../package.json';
import { bundleLauncher, licencesFile, protocolFile, tracingFile } from './bundle';
import { writeManifest } from './manifest';
import { makeSbom, sbomFile } from './sbom';

/**
 * The versions of Node.js for which better-sqlite3 has a binary, as in `install/node-version.cjs`.
 */
const node = '^22.14.0 || >=24.0.0';

const programFiles = [
  'program.js',
  'program.js.map',
  'program.js.LEGAL.txt',
  protocolFile,
  `${protocolFile}.LEGAL.txt`,
  tracingFile,
  'reference',
  'console',
];

const documents = [
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/deploy.md',
  'docs/domain.md',
  'docs/files.md',
  'docs/import.md',
  'docs/mail.md',
  'docs/mcp.md',
  'docs/oauth.md',
  'docs/operate.md',
  'docs/permissions.md',
  'docs/scale.md',
  'docs/sign-in.md',
  'docs/upgrade.md',
  'docs/watch.md',
  'docs/webhooks.md',
];

const examples = ['examples/deploy', 'examples/monitoring'];

const images = ['docs/images/now-light.png', 'docs/images/now-dark.png'];

/**
 * Writes the folder of the package `callboard` from a built program. Only the SQLite driver is a
 * dependency, so an installation has the versions that were tested. The compile cache that Node.js
 * may have written beside the program is left out.
 */
export async function makeServerPackage(program: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const root = packageRoot();
  const target = join(folder, 'program');
  mkdirSync(target, { recursive: true });
  for (const name of programFiles) {
    cpSync(join(program, name), join(target, name), { recursive: true });
  }
  await bundleLauncher('src/package-launcher.ts', target);
  copyFileSync(join(program, licencesFile), join(folder, licencesFile));
  const driver = `better-sqlite3@${optionalDependencies['better-sqlite3']}`;
  const licences = readFileSync(join(folder, licencesFile), 'utf8');
  writeFileSync(join(folder, sbomFile), makeSbom([...packagesIn(licences), driver]));
  for (const name of examples) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['contract/openapi.yaml', 'generated/openapi.json']) {
    cpSync(join(root, name), join(folder, name));
  }
  for (const name of ['LICENSE', ...images]) cpSync(join(root, name), join(folder, name));
  copyFileSync(join(__dirname, 'server-readme.md'), join(folder, 'README.md'));
  for (const name of documents) cpSync(join(root, name), join(folder, name));
  for (const name of documents) unlinkWhatIsMissing(join(folder, name));
  writeManifest(folder, 'callboard', {
    engines: { node },
    bin: { callboard: 'program/main.js' },
    exports: { './openapi.json': './generated/openapi.json', './package.json': './package.json' },
    dependencies: { 'better-sqlite3': optionalDependencies['better-sqlite3'] },
  });
}

/** The packages whose licences a text of `describeLicences` has, each as `name@version`. */
export function packagesIn(licences: string): string[] {
  const headings = licences.matchAll(/^(\S+) (\S+) \([A-Z0-9][\w.-]+\)\n\n/gm);
  return [...headings].map(([, name = '', version = '']) => `${name}@${version}`);
}

/** Replaces links to files that the package does not have by their text. */
function unlinkWhatIsMissing(file: string): void {
  const text = readFileSync(file, 'utf8').replaceAll(
    /\[([^\]]+)\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g,
    (link, label: string, target: string) =>
      existsSync(join(dirname(file), target)) ? link : label,
  );
  writeFileSync(file, text);
}
