import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  renderConsentPage,
  type ConsentPage,
  type ShownAgent,
} from '../../src/features/oauth/pages/consent-page';
import {
  renderConnectedPage,
  renderContinuePage,
  renderErrorPage,
} from '../../src/features/oauth/pages/outcome-pages';
import { renderSignInPage } from '../../src/features/oauth/pages/sign-in-page';
import { redirectPlace } from '../../src/features/oauth/clients/registration-rules';
import { withParameters } from '../../src/features/oauth/oauth-reply';
import { type Html, html, pageHeaders } from '../../src/features/oauth/pages/page';

const agent = (id: string, name: string): ShownAgent => ({
  id,
  name,
  accessMode: 'worker',
  canReview: false,
  requiresProposals: false,
  isPaused: false,
});
const form = { action: '/oauth/authorize', hidden: { ticket: 'a"b', state: '<x>' } };
const consent: ConsentPage = {
  form,
  clientName: 'Some client',
  redirectUri: 'http://localhost:51234/callback',
  person: { name: 'Ada', email: 'ada@example.com' },
  workspaceName: 'Engines',
  agents: [agent('agt_1', 'Planner'), agent('agt_2', 'Writer')],
  isLocalOnly: false,
  canRefresh: true,
  newAgentName: 'Some client',
  scopes: ['read', 'write'],
};
/** The page as one line without spaces between its elements. */
const flat = (page: string): string => page.replace(/\s+/g, ' ').replaceAll('> <', '><');
const consentWith = (changes: Partial<ConsentPage>): string =>
  flat(renderConsentPage({ ...consent, ...changes }));

describe('html', () => {
  test('escapes every value for texts and attributes', () => {
    const text = `<script>"it's" & more`;
    const escaped = '&#60;script&#62;&#34;it&#39;s&#34; &#38; more';
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`${[text, 1, undefined, [html`<b>${text}</b>`]]}`.text).toBe(
      `${escaped}1<b>${escaped}</b>`,
    );
    expect(html`${'a\uD800b'}`.text).toBe('a\uFFFDb');
  });

  test('takes nothing that only looks like HTML', () => {
    // @ts-expect-error An object of parsed JSON is not a value of a template.
    const value: Html = { text: '<script>' };
    expect(() => html`${value}`.text).toThrow(TypeError);
  });
});

describe('pageHeaders', () => {
  test('permit the one style by its hash, and no script', () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(renderErrorPage({ message: 'x' })) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(pageHeaders(true)).toMatchObject({
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
  });

  test('tell other sites nothing on a page without a form', () => {
    const { 'Referrer-Policy': referrer, ...rest } = pageHeaders(false);
    expect(referrer).toBe('no-referrer');
    expect(pageHeaders(true)).toEqual({ ...rest, 'Referrer-Policy': 'same-origin' });
  });
});

describe('renderConsentPage', () => {
  test('shows who asks, where the browser is sent, the workspace and the person', () => {
    const page = consentWith({});
    expect(page).toContain('<h1>Connect Some client?</h1>');
    expect(page).toContain('<small>Unverified: anyone can register');
    expect(page).toContain('<dd>this computer (localhost:51234)</dd>');
    expect(page).toContain('<dd>Engines</dd>');
    expect(page).toContain('<dd>Ada (ada@example.com)</dd>');
    const described = consentWith({ documentHost: 'client.example' });
    expect(described).toContain('<small>Described by client.example</small>');
    expect(described).not.toContain('Unverified');
  });

  test('posts the hidden fields, the decision, the agent and the scopes', () => {
    const page = consentWith({});
    expect(page).toContain('<form method="post" action="/oauth/authorize">');
    expect(page).toContain('<input type="hidden" name="ticket" value="a&#34;b" />');
    expect(page).toContain('<input type="hidden" name="state" value="&#60;x&#62;" />');
    expect(page).toMatch(/<button [^>]*name="decision" value="allow"/);
    expect(page).toMatch(/<button name="decision" value="refuse" formnovalidate>/);
    expect(page).toMatch(/name="scope" value="read" checked/);
    expect(page).toMatch(/name="scope" value="write" checked/);
    expect(consentWith({ scopes: ['read'] })).not.toContain('value="write"');
    const changed = consentWith({ selectedScopes: ['write', 'other'] });
    expect(changed).toMatch(/name="scope" value="read" \/>/);
    expect(changed).toMatch(/name="scope" value="write" checked/);
  });

  test.each([
    [undefined, 'new'],
    ['agt_2', 'agt_2'],
    ['new', 'new'],
    ['agt_unknown', 'new'],
  ])('selects for %p the agent %s', (selectedAgent, id) => {
    const page = consentWith({ selectedAgent });
    const radio = (value: string): string =>
      `type="radio" name="agent_id" value="${value}" required`;
    for (const value of ['agt_1', 'agt_2', 'new']) {
      const end = value === id ? ' checked />' : ' />';
      expect(page).toContain(radio(value) + end);
    }
    expect(page).toMatch(/name="agent_name" [^>]*value="Some client"/);
  });

  test('scrolls many agents, and offers without agents a new one only', () => {
    const agents = Array.from({ length: 7 }, (_, index) => agent(`agt_${index}`, 'One'));
    const many = consentWith({ agents, selectedAgent: 'agt_3' });
    expect(many).toMatch(/<div class="many"><label class="choice">/);
    expect(many.match(/ checked \/>/g)).toHaveLength(1 + consent.scopes.length);
    expect(consentWith({})).not.toContain('class="many"');
    const none = consentWith({ agents: [] });
    expect(none).toContain('<input type="hidden" name="agent_id" value="new" />');
    expect(none).not.toMatch(/type="radio"/);
    expect(none).toContain('Worker:');
  });

  test('names the rights of each agent', () => {
    const text = (rights: Partial<ShownAgent>): string => {
      const page = consentWith({ agents: [{ ...agent('agt_1', 'Planner'), ...rights }] });
      return /Planner<small>(.*?)<\/small>/.exec(page)?.[1] ?? '';
    };
    expect(text({})).toBe(
      'Worker: changes work that is assigned to it, and pool work. Must ask for approval only where an order requires it.',
    );
    expect(text({ accessMode: 'sysadmin' })).toMatch(/^Sysadmin: /);
    expect(text({ canReview: true })).toContain('May review the work of others.');
    expect(text({ requiresProposals: true })).toContain('Must ask a person before each gated');
    expect(text({ isPaused: true })).toContain('Paused: ');
  });

  test('escapes whatever others chose', () => {
    const evil = '"><script>alert(1)</script><input name=\'';
    const named = agent(evil, evil);
    for (const agents of [[named], Array.from({ length: 9 }, () => named), []]) {
      const page = consentWith({
        form: { action: evil, hidden: { [evil]: evil } },
        clientName: evil,
        documentHost: evil,
        person: { name: evil, email: evil },
        workspaceName: evil,
        newAgentName: evil,
        selectedAgent: evil,
        error: evil,
        agents,
      });
      expect(page).not.toMatch(/<script|alert\(1\)</);
      expect(page).not.toContain("name='");
    }
  });
});

describe('renderSignInPage', () => {
  test('posts the address and the password', () => {
    const page = flat(renderSignInPage({ form, clientName: 'client.example' }));
    expect(page).toContain('<strong>client.example</strong> asks to connect');
    expect(page).toContain('<input type="hidden" name="ticket" value="a&#34;b" />');
    expect(page).toMatch(/<input id="email" name="email" type="email" autocomplete="username"/);
    expect(page).toMatch(/name="password" type="password" autocomplete="current-password"/);
    expect(page).not.toContain('role="alert"');
  });

  test('lets the person choose a workspace', () => {
    const workspaces = [{ id: 'wsp_1', name: '<One>' }];
    const page = flat(renderSignInPage({ form, clientName: 'x', workspaces }));
    expect(page).toMatch(/<select [^>]*name="workspace_id"[^>]*> ?<option value="wsp_1">&#60;One/);
    expect(flat(renderSignInPage({ form, clientName: 'x' }))).not.toContain('<select');
  });

  test('shows the address again and the error, never the password', () => {
    const page = flat(
      renderSignInPage({
        form,
        clientName: 'x',
        email: '"><b>@example.com',
        error: 'The password is wrong.',
      }),
    );
    expect(page).toContain('value="&#34;&#62;&#60;b&#62;@example.com"');
    expect(page).toMatch(/role="alert"> ?The password is wrong/);
    expect(page).toMatch(/name="password"[^>]*aria-describedby="error"[^>]*autofocus/);
  });
});

test('renderErrorPage shows the message, and the request for the operator', () => {
  const page = flat(renderErrorPage({ message: 'a <b>', requestId: 'req_1' }));
  expect(page).toContain('a &#60;b&#62;');
  expect(page).toContain('Request req_1');
  expect(page).not.toContain('<form');
  expect(flat(renderErrorPage({ message: 'a', advice: 'Do this.' }))).toContain('<p>Do this.</p>');
});

describe('the ways to a client', () => {
  // As a browser reads it: the URL is the rest of the value, unless it begins with a quote.
  const refreshOf = (page: string): string | undefined => {
    const [, value = ''] = /<meta http-equiv="refresh" content="([^"]*)" \/>/.exec(page) ?? [];
    const text = value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    return /^0; url=(?!['"])(.*)$/s.exec(text)?.[1];
  };
  const hostile = [
    "https://client.example/cb;x=1,y='z'?q='",
    'https://client.example/cb?0;url=https://evil.example/',
    "https://client.example/',0;url='https://evil.example/",
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/cb',
  ];
  const states = [
    '"><script>alert(1)</script>',
    "';0,url=https://evil.example/",
    'é 😀\n\r\t&amp;',
  ];

  test.each(hostile)('%s is reached with any state, by the page and by its link', (uri) => {
    for (const state of states) {
      const url = withParameters(uri, { code: 'cbc_0', state });
      expect(new URL(url).searchParams.get('state')).toBe(state);
      const clientName = state;
      const place = redirectPlace(uri);
      const page = renderContinuePage({ clientName, agentName: state, url, place });
      expect(refreshOf(page)).toBe(url);
      expect(page).not.toMatch(/<script|alert\(1\)</);
      expect(page.match(/http-equiv/g)).toHaveLength(1);
      const client = { clientName, documentHost: null, url, place };
      const failed = renderErrorPage({ message: state, client });
      expect(failed).not.toMatch(/http-equiv|<script/);
      for (const shown of [page, failed]) {
        const [, href = ''] = /href="([^"]*)"/.exec(shown) ?? [];
        expect(href.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toBe(
          url,
        );
      }
    }
  });

  test('a refusal gives nothing, and a client that is connected is not told again', () => {
    const url = 'https://client.example/?error=access_denied';
    const refused = flat(
      renderContinuePage({ clientName: 'A', agentName: undefined, url, place: 'client.example' }),
    );
    expect(refused).toContain('<h1>You refused A</h1>');
    expect(refused).toContain('It gets no access.');
    expect(flat(renderConnectedPage('<A>', '<B>'))).toMatch(
      /<h1>&#60;A&#62; is connected(?!.*href)/,
    );
  });
});

test('no text leaves its place', () => {
  const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
    const { text: page } = html`<p title="${text}">${text}</p>`;
    expect(page).toMatch(/^<p title="[^<>"']*">[^<>"']*<\/p>$/);
  });
  fc.assert(property);
});
