import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';

/** The part of a CycloneDX document of npm that is used here. */
interface Sbom {
  readonly metadata: {
    readonly tools: unknown;
    readonly component: Readonly<Record<string, unknown>>;
  };
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The SBOM within the package of the server. */
export const sbomFile = 'sbom.cdx.json';

/**
 * A CycloneDX document of the packages that a package contains or installs, each as `name@version`.
 * npm makes it from the lock file, offline. It has no time and no serial number, so equal builds
 * have equal documents. Throws an Error for a package that is not in the lock file.
 */
export function makeSbom(contained: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-sbom-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      copyFileSync(join(packageRoot(), name), join(folder, name));
    }
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const whole: Sbom = JSON.parse(
      execFileSync('npm', args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        shell: process.platform === 'win32',
      }),
    );
    return describe(whole, new Set(contained));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function describe(whole: Sbom, contained: ReadonlySet<string>): string {
  const isContained = (ref: string): boolean => contained.has(ref);
  const components = whole.components.filter(({ 'bom-ref': ref }) => isContained(ref));
  const found = new Set(components.map(({ 'bom-ref': ref }) => ref));
  const missing = [...contained].filter((ref) => !found.has(ref));
  if (missing.length > 0) {
    throw new Error(`The lock file lacks packages of the bundle: ${missing.join(', ')}.`);
  }
  const { component, tools } = whole.metadata;
  const root = component['bom-ref'];
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      tools,
      component: { ...component, type: 'application', name: 'callboard', properties: [] },
    },
    components,
    dependencies: whole.dependencies
      .filter(({ ref }) => ref === root || isContained(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isContained) })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
