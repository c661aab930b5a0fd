import { lazy, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { signInPath, useSession } from './api/session';
import { useSignedOut } from './api/signed-out';
import { RowsSkeleton } from './ui/skeleton';
import { NotFound } from './shell/not-found';
import { Shell } from './shell/shell';
import { SignIn } from './shell/sign-in';
import { Failure } from './ui/failure';
import { TimeZoneProvider } from './ui/time-zone';

const loadNow = () =>
  import('./screens/now/now-screen').then(({ NowScreen }) => ({ default: NowScreen }));
const loadReview = () =>
  import('./screens/review/review-screen').then(({ ReviewScreen }) => ({ default: ReviewScreen }));
const loadQuestions = () =>
  import('./screens/questions/questions-screen').then(({ QuestionsScreen }) => ({
    default: QuestionsScreen,
  }));
const Now = lazy(loadNow);
const Review = lazy(loadReview);
const Questions = lazy(loadQuestions);
// The first screen is loaded while the session is read.
if (location.pathname === '/app') void loadNow();
if (location.pathname === '/app/review') void loadReview();
if (location.pathname === '/app/questions') void loadQuestions();

/** The console: the sign-in, or the shell with the screen of the address. */
export function App() {
  const [path] = useLocation();
  const isSignedOut = useSignedOut();
  if (isSignedOut || path === signInPath) {
    return (
      <SignIn hasEnded={isSignedOut && document.documentElement.dataset['caller'] !== 'none'} />
    );
  }
  return <SignedIn />;
}

function SignedIn() {
  const session = useSession();
  if (session.isError) {
    return (
      <main className="alone">
        <Failure error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  return (
    <TimeZoneProvider value={session.data?.workspace.time_zone ?? 'UTC'}>
      <Shell session={session.data}>
        <Suspense fallback={<RowsSkeleton />}>
          <Switch>
            <Route path="/app" component={Now} />
            <Route path="/app/review" component={Review} />
            <Route path="/app/questions" component={Questions} />
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </Shell>
    </TimeZoneProvider>
  );
}
