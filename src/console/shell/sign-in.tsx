import { isCallboardError, unwrap } from 'callboard-client';
import { useEffect, useState, type FormEvent } from 'react';
import { base } from '../api/address';
import { plainClient } from '../api/client';
import { hasDraftsNow } from '../api/person';
import { signInPath } from '../api/session';
import { lostDecisions, movedTo } from '../api/signed-out';
import { enterWorkspace, isGuessed, workspaceNow } from '../api/workspace';
import { sentenceOf } from '../ui/loading';
import { useTitle } from '../ui/title';
import { OidcButton, useWays } from './oidc';
import type { SignedInWorkspace } from './workspaces';
import { WorkspaceList } from './workspaces-dialog';
import { GuideLink } from '../ui/copyable';
import { t, Trans } from '../texts/texts';

type Workspaces = readonly { readonly id: string; readonly name: string }[];

/** The sign-in, or where the workspace is if it has moved to another server. */
export function SignIn({ hasEnded }: { readonly hasEnded: boolean }) {
  const [address, setAddress] = useState(movedTo);
  if (address === undefined) return <SignInForm hasEnded={hasEnded} onMoved={setAddress} />;
  return <Moved address={address} onOther={() => setAddress(undefined)} />;
}

interface MovedProps {
  readonly address: string;
  readonly onOther: () => void;
}

// A link and no redirect, so that the person sees where the password will go.
function Moved({ address, onOther }: MovedProps) {
  useTitle(t('Moved'));
  return (
    <main className="alone">
      <div className="card">
        <h1>{t('This workspace has moved')}</h1>
        <p>
          <Trans
            id="Sign in at {address}, with the same password."
            values={{ address: <a href={`${address}/app`}>{address}</a> }}
          />
        </p>
        <Lost />
        <button type="button" className="button" onClick={onOther}>
          {t('Sign in to another workspace here')}
        </button>
      </div>
    </main>
  );
}

function Lost() {
  const lost = lostDecisions();
  if (lost === 0) return null;
  return (
    <p className="notice notice-warn">
      {t(
        '{lost, plural, one {One decision was not saved before it ended.} other {# decisions were not saved before it ended.}} Sign in, and decide again.',
        { lost },
      )}
    </p>
  );
}

interface SignInFormProps {
  readonly hasEnded: boolean;
  readonly onMoved: (address: string) => void;
}

// Afterwards the page is loaded again, so nothing of another person is left.
function SignInForm({ hasEnded, onMoved }: SignInFormProps) {
  useTitle(t('Sign in'));
  const [workspaces, setWorkspaces] = useState<Workspaces>([]);
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const ways = useWays();
  // The workspace of the link that led here, if the person has an account in it.
  const named = workspaces.findIndex(({ id }) => id === workspaceNow());
  const isOwnPage = location.pathname === `${base}${signInPath}`;
  const here = `${location.pathname.slice(base.length)}${location.search}`;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const workspace = field('workspace') === '' ? {} : { workspace_id: field('workspace') };
    const body = { email: field('email').trim(), password: field('password'), ...workspace };
    if (isSending) return;
    setSending(true);
    try {
      const signedIn = await unwrap(plainClient.POST('/v1/session', { body }));
      enterWorkspace(signedIn.workspace.id, isOwnPage ? undefined : location.href);
    } catch (error) {
      setSending(false);
      if (isCallboardError(error, 'MOVED')) onMoved(error.details.address);
      else if (isCallboardError(error, 'WORKSPACE_REQUIRED')) {
        setWorkspaces(error.details.workspaces);
        setFault(undefined);
      } else {
        setFault(sentenceOfSignIn(error));
      }
    }
  }

  return (
    <main className="alone">
      <div className="card sign-in">
        <span className="brand-mark brand-mark-large" aria-hidden="true" />
        <h1>{t('Sign in to Callboard')}</h1>
        {hasEnded && (
          <p className="muted">
            {hasDraftsNow()
              ? t(
                  'Your session has ended. Sign in again to return to where you were, with what you typed.',
                )
              : t('Your session has ended. Sign in again to return to where you were.')}
          </p>
        )}
        <Lost />
        <SignedInAlready mayEnter={hasEnded && isGuessed} isOwnPage={isOwnPage} />
        {ways.password && (
          <form className="stack" onSubmit={(event) => void submit(event)}>
            <label className="field">
              <span>{t('E-mail address')}</span>
              <input name="email" type="email" autoComplete="username" required autoFocus />
            </label>
            <label className="field">
              <span>{t('Password')}</span>
              <input name="password" type="password" autoComplete="current-password" required />
            </label>
            {workspaces.length > 0 && (
              <fieldset className="field">
                <legend>{t('Which workspace?')}</legend>
                {workspaces.map(({ id, name }, index) => (
                  <label key={id} className="check">
                    <input
                      type="radio"
                      name="workspace"
                      value={id}
                      defaultChecked={index === Math.max(named, 0)}
                    />
                    {name}
                  </label>
                ))}
              </fieldset>
            )}
            <div role="alert">
              {fault !== undefined && <p className="notice notice-bad">{fault}</p>}
            </div>
            <button type="submit" className="button button-primary" aria-disabled={isSending}>
              {isSending ? t('Signing in …') : t('Sign in')}
            </button>
            <details className="muted">
              <summary>{t('Forgotten the password?')}</summary>
              <p>
                <Trans
                  id="An owner of your workspace can create a password reset for you, in the settings under People. Whoever runs the server can do it by the command {code}."
                  values={{ code: <code>callboard password reset --email YOUR@ADDRESS</code> }}
                />
              </p>
            </details>
          </form>
        )}
        <OidcButton ways={ways} return_to={isOwnPage ? '/app' : here} />
        <p className="muted">
          <Trans
            id="No account yet? An owner of the workspace invites you. Agents use tokens, see <guide>the guide for agents</guide>."
            components={{ guide: <GuideLink /> }}
          />
        </p>
      </div>
    </main>
  );
}

/** The workspaces that the browser is signed in to already; nothing without one. */
function SignedInAlready({
  mayEnter,
  isOwnPage,
}: {
  /** Whether the tab is for no workspace yet, so that it enters one by itself. */
  readonly mayEnter: boolean;
  readonly isOwnPage: boolean;
}) {
  const [workspaces, setWorkspaces] = useState<readonly SignedInWorkspace[]>([]);
  const address = isOwnPage ? undefined : location.href;
  useEffect(() => {
    // Without a cookie there is none.
    if (document.documentElement.dataset['caller'] === 'none') return;
    unwrap(plainClient.GET('/v1/session/workspaces')).then(
      (read) => {
        const [first] = read.workspaces;
        if (mayEnter && first !== undefined) enterWorkspace(first.id, address);
        else setWorkspaces(read.workspaces);
      },
      () => undefined,
    );
  }, [mayEnter, address]);
  if (workspaces.length === 0) return null;
  return (
    <div className="stack">
      <p className="muted">{t('This browser is signed in to:')}</p>
      <WorkspaceList workspaces={workspaces} address={address} />
      <p className="muted">{t('Or sign in to another workspace:')}</p>
    </div>
  );
}

function sentenceOfSignIn(error: unknown): string {
  if (isCallboardError(error, 'UNAUTHENTICATED')) {
    return t('The address or the password is wrong.');
  }
  if (isCallboardError(error, 'RATE_LIMITED')) {
    return t('Too many attempts. Wait some minutes and try again.');
  }
  return sentenceOf(error);
}
