import { Component, type ReactNode } from 'react';
import { Link } from 'wouter';
import { stored } from '../api/address';
import { onTrouble, probe, troubleNow } from '../api/trouble';
import { countUnsaved } from '../decisions/decisions';
import { useTitle } from '../ui/title';
import { t, Trans } from '../texts/texts';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

// When a page of this tab loaded itself again. A page that fails once more is left to the person.
const loadedAgain = `${stored}loaded-again`;
const pauseMs = 60_000;

function wasLoadedAgain(): boolean {
  return Date.now() - Number(sessionStorage.getItem(loadedAgain)) < pauseMs;
}

function loadAgain(): void {
  if (troubleNow() !== undefined || countUnsaved(true) > 0) return;
  sessionStorage.setItem(loadedAgain, String(Date.now()));
  location.reload();
}

/**
 * Replaces a screen that failed. It fails, for example, when the server was updated and no longer
 * has the files of the page that is still open, or while it does not answer.
 */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { hasFailed: false };
  #ignore: (() => void) | undefined;

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    // A file that could not be loaded can be loaded by another page only.
    this.#ignore ??= onTrouble(loadAgain);
    void probe().then(() => {
      if (error instanceof TypeError && !wasLoadedAgain()) loadAgain();
    });
  }

  override componentWillUnmount(): void {
    this.#ignore?.();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="alone">
        <div className="card" role="alert">
          <h1>{t('This page has failed')}</h1>
          <p>
            {t(
              'The server may have been updated meanwhile, or it does not answer. What you typed is kept.',
            )}
          </p>
          <button
            data-reads
            type="button"
            className="button button-primary"
            onClick={() => location.reload()}
          >
            {t('Load it again')}
          </button>
        </div>
      </div>
    );
  }
}

/** The screen of an address that has none. */
export function NotFound() {
  useTitle(t('Not found'));
  return (
    <section className="empty">
      <h1 tabIndex={-1}>{t('There is no such page')}</h1>
      <p>
        <Trans
          id="The address may be old or mistyped. <link>Show what needs you now</link>, find a record by its words or its key in the <link2>search</link2>, or go back to where you came from."
          components={{ link: <Link href="/app" />, link2: <Link href="/app/search" /> }}
        />
      </p>
    </section>
  );
}
