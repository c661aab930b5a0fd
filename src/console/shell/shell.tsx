import {
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Link, useLocation } from 'wouter';
import { base } from '../api/address';
import { api } from '../api/client';
import { useMissing } from '../api/missing';
import { countsRead, nowRead, readAgain, slow } from '../api/read-options';
import { mayShowDrafts } from '../api/person';
import { isFallback, mayBeFallback, signInPath, type Session } from '../api/session';
import { useTrouble } from '../api/trouble';
import { useEntries } from '../decisions/decisions';
import { ignoreDoubleTaps } from '../keys/input-guards';
import { showKeysWhileHeld, areWritesHidden, useKeys } from '../keys/keys';
import { currentRow } from '../keys/list-keys';
import { learnWorkspace, workspaceNow } from '../api/workspace';
import { startLive } from '../live/live';
import { notifyOfWaiting, setWaitingCount } from '../ui/title';
import { Announcer, DoneBar, showDone, undoNewest } from '../ui/done';
import { Icon } from '../ui/icon';
import { useParam } from '../ui/url-params';
import { Navigation } from './navigation';
import { screens } from './screens';
import { lazy, lazyForm } from '../ui/loading';
import { t, Trans } from '../texts/texts';

const NewActionDialog = lazyForm(async () => ({
  default: (await import('../screens/action/action-dialog')).NewActionDialog,
}));
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog')).HelpDialog }));
const WorkspacesDialog = lazy(async () => ({
  default: (await import('./workspaces-dialog')).WorkspacesDialog,
}));
const SavedViewLinks = lazy(async () => ({
  default: (await import('./saved-view-links')).SavedViewLinks,
}));
const Elsewhere = lazy(async () => ({ default: (await import('./workspaces-dialog')).Elsewhere }));
const loadPalette = async () => ({ default: (await import('./palette')).Palette });
const Palette = lazyForm(loadPalette);
/** When the palette is loaded, so that it opens at once and without a network. */
const preloadMs = 2_000;

/** What is open above the screen. `row`: the key of the row that had the focus. */
type Above =
  | { readonly kind: 'help' | 'workspaces' }
  | { readonly kind: 'palette'; readonly row: string | undefined };

/** The frame of every screen: navigation, the person, banners and the help. */
export function Shell({
  session,
  children,
}: {
  readonly session: Session | undefined;
  readonly children: ReactNode;
}) {
  const [above, setAbove] = useState<Above>();
  const showHelp = useCallback(() => setAbove({ kind: 'help' }), []);
  const showPalette = useCallback(() => setAbove({ kind: 'palette', row: currentRow() }), []);
  const showWorkspaces = useCallback(() => setAbove({ kind: 'workspaces' }), []);
  const close = useCallback(() => setAbove(undefined), []);
  const [isAdding, setAdding] = useState(false);
  const showNewAction = useCallback(() => setAdding(true), []);
  useEffect(() => {
    // The first steps of an empty workspace ask for it.
    addEventListener('new-action', showNewAction);
    return () => removeEventListener('new-action', showNewAction);
  }, [showNewAction]);
  useShellKeys({ showHelp, showPalette, showNewAction });
  usePaletteKey(showPalette);
  useFocusOfScreen();
  // The tabs of a workspace share one stream, so a tab that does not know its workspace waits.
  const workspaceId = workspaceNow() ?? session?.workspace.id;
  useEffect(() => {
    if (workspaceId === undefined) return undefined;
    learnWorkspace(workspaceId);
    return startLive();
  }, [workspaceId]);
  useEffect(ignoreDoubleTaps, []);
  useEffect(showKeysWhileHeld, []);
  const waiting = useWaiting(session !== undefined);
  const missing = useMissing();
  const countOf = (path: string): number => waiting[path] ?? 0;
  return (
    <div className="shell" data-role={session?.user.role}>
      <a className="skip" href="#main">
        {t('Skip to the content')}
      </a>
      <header className="bar">
        <Link href="/app" className="brand">
          <span className="brand-mark" aria-hidden="true" />
          <span className="brand-name">Callboard</span>
        </Link>
        {session !== undefined && !isFallback(session) && (
          <button
            data-reads
            type="button"
            className="bar-link workspace-button"
            title={t('Switch the workspace')}
            onClick={showWorkspaces}
          >
            <span dir="auto">{session.workspace.name}</span>
            <Icon name="down" />
          </button>
        )}
        <button type="button" className="button new-action" onClick={showNewAction}>
          <Icon name="plus" />
          <span>{t('New action')}</span> <kbd>C</kbd>
        </button>
        <Navigation
          countOf={countOf}
          onHelp={showHelp}
          onLeave={session === undefined || isFallback(session) ? undefined : leave}
        />
        <Suspense>
          <SavedViewLinks />
        </Suspense>
        <div className="bar-end">
          <a className="bar-link" href={`${base}/docs/agents`}>
            <Icon name="docs" />
            <span>{t('For agents')}</span>
          </a>
          <button type="button" className="bar-link" onClick={showPalette}>
            <Icon name="search" />
            <span>{t('Find …')}</span>
          </button>
          <button type="button" className="bar-link" onClick={showHelp}>
            <Icon name="help" />
            <span>{t('Keys')}</span>
          </button>
          {session !== undefined && <Person session={session} />}
        </div>
      </header>
      <div className="body">
        <LoadedBanners />
        {mayBeFallback(session) && <FallbackBanner />}
        {missing !== undefined && !mayBeFallback(session) && (
          <Suspense>
            <Elsewhere path={missing} />
          </Suspense>
        )}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <DoneBar />
      {isAdding && (
        <Suspense>
          {mayShowDrafts(session?.user.id) ? (
            <NewActionDialog onClose={() => setAdding(false)} />
          ) : (
            <LoadingDialog onClose={() => setAdding(false)} />
          )}
        </Suspense>
      )}
      {above !== undefined && (
        // A dialog from the start, so that no typed letter is taken for a command.
        <Suspense fallback={<LoadingDialog onClose={close} />}>
          {above.kind === 'help' && <HelpDialog onClose={close} />}
          {above.kind === 'workspaces' && <WorkspacesDialog onClose={close} />}
          {above.kind === 'palette' && (
            <Palette screens={screens} row={above.row} onHelp={showHelp} onClose={close} />
          )}
        </Suspense>
      )}
      <Announcer />
    </div>
  );
}

function LoadingDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <dialog
      ref={openModally}
      className="dialog"
      aria-label={t('Loading')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="skeleton skeleton-row" aria-busy="true" />
    </dialog>
  );
}

/** Opens a dialog, and returns the focus to where it was when the dialog is removed. */
function openModally(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** The banners. They are loaded early, because nothing can be when they are needed. */
function LoadedBanners() {
  const [Banners, setBanners] = useState<ComponentType>();
  const isSilent = useTrouble() !== undefined;
  useEffect(() => {
    import('./banners').then((module) => setBanners(() => module.Banners)).catch(() => undefined);
  }, []);
  if (Banners !== undefined) return <Banners />;
  return isSilent && <p className="banner banner-warn">{t('The server does not answer.')}</p>;
}

function leave(): void {
  import('./workspaces')
    .then(({ signOut }) => signOut())
    .catch(() => showDone(t('You are still signed in. The server cannot be reached.')));
}

function Person({ session }: { readonly session: Session }) {
  return (
    <div className="person">
      <span className="person-name" title={session.user.email ?? undefined}>
        {session.user.name}
        {isFallback(session) && <span className="person-workspace">{session.workspace.name}</span>}
      </span>
      {!isFallback(session) && (
        <button type="button" className="bar-link" onClick={leave}>
          <Icon name="out" />
          <span>{t('Sign out')}</span>
        </button>
      )}
    </div>
  );
}

// Without the name, which is known only later and might need another line.
function FallbackBanner() {
  return (
    <output className="banner banner-info">
      <Trans
        id="Development: you act as the owner without a password, and so does everybody on this machine. <link>Sign in as somebody else</link>"
        components={{ link: <Link href={signInPath} /> }}
      />
    </output>
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

function useShellKeys({
  showHelp,
  showPalette,
  showNewAction,
}: {
  readonly showHelp: () => void;
  readonly showPalette: () => void;
  readonly showNewAction: () => void;
}): void {
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
      if (key === '.') {
        showPalette();
        return true;
      }
      if (key === '/') {
        navigate('/app/search');
        return true;
      }
      if (key === 'u') return undoNewest();
      const screen = isSecond ? screens.find(({ letter }) => letter === key) : undefined;
      if (screen !== undefined) navigate(screen.path);
      else if (key === 'c' && !areWritesHidden()) showNewAction();
      return screen !== undefined || key === 'c';
    },
    [navigate, showHelp, showPalette, showNewAction],
  );
  useKeys(handle, window);
}

/** Ctrl K or Cmd K, also while the person types. */
function usePaletteKey(showPalette: () => void): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), preloadMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!hasModifier || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) showPalette();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [showPalette]);
}

/** How many records wait for a person, by the address of the screen that shows them. */
export type Waiting = Readonly<Partial<Record<string, number>>>;

/** Counts what waits, for the navigation, the tab's title and the notifications. */
function useWaiting(isSignedIn: boolean): Waiting {
  const [path] = useLocation();
  // The screen Now reads the same view, so nothing is read twice.
  const [whose] = useParam('for');
  const parameters = path === '/app' ? nowRead(whose) : countsRead;
  const { data } = api.useQuery('get', '/v1/views/command', parameters, {
    ...readAgain,
    ...(path !== '/app' && slow),
    enabled: isSignedIn,
    placeholderData: (before) => before,
  });
  const decided = [...useEntries().values()].filter(
    (entry) =>
      (entry.state === 'waiting' || entry.state === 'sending') && entry.subject.kind !== 'captured',
  ).length;
  const { metrics, proposals, truncated } = data ?? {};
  const questions =
    (metrics?.question_count ?? 0) + (proposals?.length ?? 0) + (truncated?.proposals ?? 0);
  const reviews = metrics?.review_count ?? 0;
  const all = Math.max(0, questions + reviews - decided);
  const isKnown = data !== undefined;
  useEffect(() => {
    setWaitingCount(all);
    if (isKnown) notifyOfWaiting(all);
    return () => setWaitingCount(0);
  }, [all, isKnown]);
  return {
    '/app/inbox': metrics?.inbox_count ?? 0,
    '/app/review': reviews,
    '/app/questions': questions,
  };
}
