import { html, page } from '../../../shared/pages';

/** The content of the page to choose a workspace. */
interface ChoicePage {
  /** Who asks: the name of the client, or the host of its metadata document. */
  readonly clientName: string;
  /** The workspaces that the browser is signed in to. */
  readonly choices: readonly { readonly url: string; readonly name: string }[];
  /** The address of the page to sign in to another one. */
  readonly another: string;
}

/** The page on which a person chooses the workspace that a client is to be connected to. */
export function renderChoicePage({ clientName, choices, another }: ChoicePage): string {
  const links = choices.map(
    ({ url, name }) => html`<a class="button" href="${url}" rel="noreferrer">${name}</a>`,
  );
  return page(
    'Choose a workspace',
    html`<p>${clientName} asks to be connected. To which workspace?</p>
      <div class="buttons">${links}</div>
      <p class="hint after">
        <a href="${another}" rel="noreferrer">Sign in to another workspace</a>
      </p>`,
  );
}
