import { build } from 'esbuild';
import { runInNewContext } from 'node:vm';

/** What `callboard-client` uses of a browser. */
const web = {
  AbortController,
  AbortSignal,
  FormData,
  Headers,
  Request,
  Response,
  TextEncoder,
  URL,
  URLSearchParams,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
};

/**
 * Bundles a program for browsers, runs the bundle in a context that has no globals of Node.js, and
 * returns the first line that it prints. `environment` replaces `process.env`. Throws an Error when
 * the program imports a module of Node.js, fails, or prints nothing within ten seconds.
 */
export async function runInBrowser(
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [program],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    minify: true,
    write: false,
    define: Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        `process.env.${name}`,
        JSON.stringify(value),
      ]),
    ),
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error(`esbuild made no bundle of ${program}.`);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The bundle printed nothing.')), 10_000);
    const finish = (end: () => void): void => {
      clearTimeout(timer);
      end();
    };
    const console = {
      log: (line: string) => finish(() => resolve(line)),
      error: (error: unknown) => finish(() => reject(error)),
    };
    runInNewContext(bundle.text, { ...web, console });
  });
}
