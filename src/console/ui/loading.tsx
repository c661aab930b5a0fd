import { isCallboardError } from 'callboard-client';
import { lazy as reactLazy, startTransition, useDeferredValue, useEffect, useState } from 'react';
import { probe, untilAnswered, useTrouble } from '../api/trouble';
import { t } from '../texts/texts';

/** A sentence for a person about a failed request. */
export function sentenceOf(error: unknown): string {
  if (!isCallboardError(error)) return t('The server cannot be reached. Check your connection.');
  if (error.code === 'RATE_LIMITED') return t('Too many requests. Wait a minute and try again.');
  if (error.status >= 500) {
    const { requestId: id } = error;
    return id === undefined
      ? t('The server failed.')
      : t('The server failed. Its log names the request {id}.', { id });
  }
  return withoutPaths(error.message);
}

// `body/away_until has passed.` names a field for programs.
function withoutPaths(message: string): string {
  const shown = message.replace(/\b(?:body|path|query)\/([\w/-]+)/g, (_, path: string) => {
    const names = path.split('/').filter((part) => !/^\d+$/.test(part));
    return (names.at(-1) ?? 'it').replaceAll('_', ' ');
  });
  return shown === message ? message : shown.charAt(0).toUpperCase() + shown.slice(1);
}

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  if (!isCallboardError(error)) return error instanceof TypeError;
  return error.status === 429 || error.status >= 500;
}

/**
 * Says that a part of the screen could not be read, with a button to try again. While the server
 * does not answer, a bar says so, and everything is read again afterwards.
 */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const trouble = useTrouble();
  if (trouble !== undefined && isTemporary(error)) {
    return <p className="muted">{t('This is read as soon as the server answers.')}</p>;
  }
  return (
    <div className="notice notice-bad" role="alert">
      <p>{sentenceOf(error)}</p>
      <button data-reads type="button" className="button" onClick={onRetry}>
        {t('Try again')}
      </button>
    </div>
  );
}

/** Rows of the size that the real ones will have, until these are read. */
export function RowsSkeleton() {
  return (
    <div className="skeletons" aria-busy="true">
      <p className="visually-hidden">{t('Loading')}</p>
      <div className="skeleton skeleton-title" />
      {[0, 1, 2].map((index) => (
        <div key={index} className="skeleton skeleton-row" />
      ))}
    </div>
  );
}

/**
 * Returns what a screen has read once React has rendered it in time slices; undefined until then. A
 * query renders its response in one task, during which a phone does not answer.
 */
export function useInTime<Data>(data: Data | undefined): Data | undefined {
  const isDue = useDeferredValue(data !== undefined);
  return isDue ? data : undefined;
}

/**
 * Loads a module once the server answers. A load that fails is tried again. It fails again in
 * Chromium, which keeps the first error for as long as the page is open, and where an update has
 * replaced the module's file.
 */
async function loadAnswered<Module>(load: () => Promise<Module>): Promise<Module> {
  await untilAnswered();
  try {
    return await load();
  } catch {
    await probe();
    await untilAnswered();
    return load();
  }
}

/** React's `lazy`, which waits for a server that does not answer. */
export const lazy: typeof reactLazy = (load) => reactLazy(() => loadAnswered(load));

let opening = 0;

/** Whether a form that the person has opened is still loading. They may type already. */
export function isOpening(): boolean {
  return opening > 0;
}

/** `lazy` for a form that a person opens by a key or a button. Meanwhile, keys are no commands. */
export const lazyForm: typeof reactLazy = (load) =>
  reactLazy(() => {
    opening += 1;
    // The form takes the focus when it is rendered.
    return loadAnswered(load).finally(() => setTimeout(() => (opening -= 1), 100));
  });

/**
 * Returns a hook for a module that is loaded when it is first used: undefined until then. React's
 * `lazy` would show the module no sooner than 300 ms after its skeleton, and begin to read only then.
 * While the server does not answer, a module is the fallback, if there is one; the next component
 * loads the module again. A module that cannot be loaded although the server answers is an error of
 * the component.
 */
export function loadable<Module extends object>(
  load: () => Promise<Module>,
  fallback?: Module,
): () => Module | undefined {
  let loaded: Module | undefined;
  return function useModule() {
    const [module, setModule] = useState(loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      // It may have been loaded since this component was rendered.
      if (loaded !== undefined) return setModule(loaded);
      const loading = fallback === undefined ? loadAnswered(load) : load();
      loading
        .then((one) => {
          loaded = one;
          // A phone answers while many texts get their Markdown.
          startTransition(() => setModule(one));
        })
        .catch((error: unknown) => {
          if (fallback === undefined) setFailure({ error });
          else setModule(fallback);
        });
    }, []);
    // For the error boundary.
    if (failure !== undefined) throw failure.error;
    return module;
  };
}
