import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { NewAction, showNewAction } from '../actions/new-action';
import { isFallback, signInPath, signOut, type Session } from '../api/session';
import { useKeys } from '../keys/keys';
import { startLive } from '../live/live';
import { Announcer } from '../ui/announcer';
import { DoneBar, undoDone } from '../ui/done';
import { Icon } from '../ui/icon';
import { HelpDialog } from './help-dialog';
import { OfflineBanner } from './offline-banner';
import { screens, type Screen } from './screens';
import { useWaiting } from './use-waiting';

/** The frame of every screen: navigation, the person, banners and the help. */
export function Shell({
  session,
  children,
}: {
  readonly session: Session | undefined;
  readonly children: ReactNode;
}) {
  const help = useRef<HTMLDialogElement>(null);
  const showHelp = useCallback(() => help.current?.showModal(), []);
  useShellKeys(showHelp);
  useFocusOfScreen();
  const isKnown = session !== undefined;
  useEffect(() => (isKnown ? startLive() : undefined), [isKnown]);
  const waiting = useWaiting(isKnown);
  const countOf = (name: string): number =>
    name === 'Inbox' || name === 'Review' || name === 'Questions' ? (waiting[name] ?? 0) : 0;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="bar">
        <Link href="/app" className="brand">
          <span className="brand-mark" aria-hidden="true" />
          <span className="brand-name">Callboard</span>
        </Link>
        <button type="button" className="button new-action" onClick={() => showNewAction()}>
          <Icon name="plus" />
          <span>New action</span> <kbd>C</kbd>
        </button>
        <nav aria-label="Screens">
          <ul className="screens">
            {screens.map((screen) => (
              <li key={screen.path}>
                <ScreenLink screen={screen} count={countOf(screen.name)} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="bar-end">
          <a className="bar-link" href="/docs/agents">
            <Icon name="docs" />
            <span>For agents</span>
          </a>
          <button type="button" className="bar-link" onClick={showHelp}>
            <Icon name="help" />
            <span>Keys</span>
          </button>
          {session !== undefined && <Person session={session} />}
        </div>
      </header>
      <div className="body">
        <OfflineBanner />
        {session !== undefined && isFallback(session) && <FallbackBanner session={session} />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <DoneBar />
      <HelpDialog ref={help} />
      <NewAction />
      <Announcer />
    </div>
  );
}

function ScreenLink({ screen, count }: { readonly screen: Screen; readonly count: number }) {
  const [path] = useLocation();
  return (
    <Link
      href={screen.path}
      className="bar-link"
      aria-current={isWithin(path, screen.path) ? 'page' : undefined}
    >
      <Icon name={screen.icon} />
      <span>{screen.name}</span>
      {count > 0 && <span className="bar-count">{count}</span>}
    </Link>
  );
}

/** Whether an address belongs to a screen: its own, or that of one of its records. */
function isWithin(path: string, screen: string): boolean {
  return path === screen || (screen !== '/app' && path.startsWith(`${screen}/`));
}

function Person({ session }: { readonly session: Session }) {
  return (
    <div className="person">
      <span className="person-name" title={session.user.email}>
        {session.user.name}
        <span className="person-workspace">{session.workspace.name}</span>
      </span>
      {!isFallback(session) && (
        <button type="button" className="bar-link" onClick={() => void signOut()}>
          <Icon name="out" />
          <span>Sign out</span>
        </button>
      )}
    </div>
  );
}

function FallbackBanner({ session }: { readonly session: Session }) {
  return (
    <p className="banner banner-info">
      Development: you act as <strong>{session.user.name}</strong> without a password, and so does
      everybody on this machine. <Link href={signInPath}>Sign in as somebody else</Link>
    </p>
  );
}

/** Begins a new screen at its top, for the eyes and for the keyboard. */
function useFocusOfScreen(): void {
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [path]);
}

function useShellKeys(showHelp: () => void): void {
  const [, navigate] = useLocation();
  const hasGone = useRef(0);
  const handle = useCallback(
    (key: string): boolean => {
      const isSecond = Date.now() - hasGone.current < 1_500;
      hasGone.current = key === 'g' ? Date.now() : 0;
      if (key === '?') {
        showHelp();
        return true;
      }
      if (key === 'u') return undoDone();
      const screen = isSecond ? screens.find(({ letter }) => letter === key) : undefined;
      if (screen !== undefined) navigate(screen.path);
      else if (key === 'c') showNewAction();
      return screen !== undefined || key === 'c';
    },
    [navigate, showHelp],
  );
  useKeys(handle);
}
