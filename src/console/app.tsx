import { lazy, Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { hasDrafts, isOther, setPerson } from './api/person';
import { signInPath, useSession } from './api/session';
import { useSignedOut } from './api/signed-out';
import { RowsSkeleton } from './ui/skeleton';
import { ErrorBoundary } from './shell/error-boundary';
import { invitationPath, resetPath } from './shell/link-secret';
import { NotFound } from './shell/not-found';
import { loadedPage } from './shell/loaded-page';
import { pages } from './shell/screens';
import { Shell } from './shell/shell';

const routes = pages.map(({ path, load }) => ({ path, component: loadedPage(load) }));

const loadSignIn = async () => ({ default: (await import('./shell/sign-in')).SignIn });
const SignIn = lazy(loadSignIn);
// Without a caller it is the first page.
if (document.documentElement.dataset['caller'] === 'none') void loadSignIn();

const LinkedPage = lazy(async () => ({ default: (await import('./shell/linked')).LinkedPage }));

const loadingPage = <main className="alone" aria-busy="true" />;

/** The console: the sign-in, or the shell with the screen of the address. */
export function App() {
  const [path] = useLocation();
  const isSignedOut = useSignedOut();
  // These pages are for visitors with and without a session.
  if (path === invitationPath || path === resetPath) {
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
    if (id !== undefined) setPerson(id);
  }, [id]);
  // What was typed before is shown to the same person only.
  const isKnown = id === undefined ? !hasDrafts : !isOther(id);
  return (
    <Shell session={session}>
      {isKnown ? (
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
