import {
  errorMessage,
  hiddenFields,
  html,
  type HtmlValue,
  page,
  type PageForm,
  tHtml,
  t,
} from '../../../shared/pages';

/** The content of the sign-in page. */
export interface SignInPage {
  readonly form: PageForm;
  /** Whether the page asks for a password; by default, it does. */
  readonly hasPassword?: boolean;
  /** The provider of OpenID Connect, and the form that leads to it; undefined if there is none. */
  readonly oidc?: { readonly name: string; readonly form: PageForm } | undefined;
  /** Who asks: the name of the client, or the host of its metadata document. */
  readonly clientName: string;
  /** The address that was entered before. */
  readonly email?: string | undefined;
  /** Why the person is not signed in, as a sentence. */
  readonly error?: string | undefined;
  /** The workspaces to choose from, if several have the account. */
  readonly workspaces?: readonly { readonly id: string; readonly name: string }[] | undefined;
}

/**
 * The page on which a person signs in before the consent page. Its form posts the hidden fields and
 * `email`, `password` and, if there is a choice, `workspace_id`.
 */
export function renderSignInPage(content: SignInPage): string {
  const {
    form,
    hasPassword = true,
    oidc,
    clientName,
    email = '',
    error,
    workspaces = [],
  } = content;
  const described = error === undefined ? undefined : html`aria-describedby="error"`;
  const options = workspaces.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
  const choice = html`<div class="field">
    <label for="workspace_id">${t('Workspace')}</label>
    <select id="workspace_id" name="workspace_id">
      ${options}
    </select>
  </div>`;
  const passwordForm = html`<form method="post" action="${form.action}">
    ${hiddenFields(form.hidden)}
    <div class="field">
      <label for="email">${t('Email address')}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="username"
        maxlength="320"
        required
        value="${email}"
        ${described}
        ${email === '' ? html`autofocus` : undefined}
      />
    </div>
    <div class="field">
      <label for="password">${t('Password')}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        ${described}
        ${email === '' ? undefined : html`autofocus`}
      />
    </div>
    ${workspaces.length === 0 ? undefined : choice}
    <div class="buttons">
      <button class="main">${t('Sign in')}</button>
    </div>
  </form>`;
  return page(
    t('Sign in'),
    html`<p>
        ${tHtml('{client} asks to connect to Callboard. Sign in to decide.', {
          client: html`<strong>${clientName}</strong>`,
        })}
      </p>
      ${errorMessage(error)} ${hasPassword ? passwordForm : undefined}
      ${oidc === undefined ? undefined : oidcForm(oidc, !hasPassword)}`,
  );
}

function oidcForm({ name, form }: NonNullable<SignInPage['oidc']>, isOnly: boolean): HtmlValue {
  return html`<form method="post" action="${form.action}">
    ${hiddenFields(form.hidden)}
    <div class="buttons">
      <button ${isOnly ? html`class="main"` : undefined}>
        ${t('Sign in with {name}', { name })}
      </button>
    </div>
  </form>`;
}
