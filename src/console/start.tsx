import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Router, Route, Switch, useLocation } from 'wouter';
import { base, invitationPath, resetPath, signInLinkPath } from './api/address';
import { queries } from './api/client';
import { openFirstScreen, knowsSeveral, learnWorkspace } from './api/workspace';
import { hideComposingKeys } from './keys/input-guards';
import { ErrorBoundary, NotFound } from './shell/fallbacks';
import { loadMarkdownBy } from './ui/markdown';
import { mayShowDrafts, setPerson } from './api/person';
import { signInPath, useSession } from './api/session';
import { useSignedOut } from './api/signed-out';
import { pages } from './shell/screens';
import { Shell } from './shell/shell';
import { RowsSkeleton, lazy, loadable } from './ui/loading';
import { setTitleOfWorkspace } from './ui/title';

const routes = pages.map(({ path, load }) => ({ path, component: loadedPage(load) }));

const loadSignIn = async () => ({ default: (await import('./shell/sign-in')).SignIn });
const SignIn = lazy(loadSignIn);
// Without a caller it is the first page.
if (document.documentElement.dataset['caller'] === 'none') void loadSignIn();

const LinkedPage = lazy(async () => ({ default: (await import('./shell/linked')).LinkedPage }));

const loadingPage = <main className="alone" aria-busy="true" />;

/** The console: the sign-in, or the shell with the screen of the address. */
function App() {
  const [path] = useLocation();
  const isSignedOut = useSignedOut();
  // These pages are for visitors with and without a session.
  if ([invitationPath, resetPath, signInLinkPath].includes(path)) {
    return (
      <Suspense fallback={loadingPage}>
        <LinkedPage path={path} />
      </Suspense>
    );
  }
  if (isSignedOut || path === signInPath) {
    return (
      <Suspense fallback={loadingPage}>
        <SignIn hasEnded={isSignedOut && document.documentElement.dataset['caller'] !== 'none'} />
      </Suspense>
    );
  }
  return <SignedIn />;
}

function SignedIn() {
  const [path] = useLocation();
  const { data: session } = useSession();
  const id = session?.user.id;
  useEffect(() => {
    if (session === undefined) return undefined;
    learnWorkspace(session.workspace.id);
    setPerson(session.user.id);
    const nameWorkspace = (): void =>
      setTitleOfWorkspace(knowsSeveral() ? session.workspace.name : '');
    nameWorkspace();
    addEventListener('storage', nameWorkspace);
    return () => removeEventListener('storage', nameWorkspace);
  }, [session]);
  return (
    <Shell session={session}>
      {mayShowDrafts(id) ? (
        <ErrorBoundary key={path}>
          <Suspense fallback={<RowsSkeleton />}>
            <Switch>
              {routes.map((route) => (
                <Route key={route.path} path={route.path} component={route.component} />
              ))}
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      ) : (
        <RowsSkeleton />
      )}
    </Shell>
  );
}

/** A component that loads its module when it is first shown. */
function loadedPage(load: () => Promise<{ readonly default: ComponentType }>): ComponentType {
  const useModule = loadable(load);
  return function LoadedPage() {
    const Shown = useModule()?.default;
    return Shown === undefined ? <RowsSkeleton /> : <Shown />;
  };
}

openFirstScreen();
hideComposingKeys();
loadMarkdownBy(() => import('./ui/markdown-elements'));

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no element for the console.');

createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <Router base={base}>
            <App />
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nProvider>
  </StrictMode>,
);
