import type { PageParts } from './html-page';

// Swagger UI shows each error response with its headers and schema, which are the same everywhere.
// This plugin shows a line for each status instead, with the codes and their meanings.
const script = `
const ErrorCodes = ({ React }) => {
  const h = React.createElement;
  const show = (status, codes, meanings) =>
    h('details', { key: status },
      h('summary', null, h('strong', null, status), ' ', codes.join(', ')),
      h('dl', null, codes.flatMap((code) => [
        h('dt', { key: code }, h('code', null, code)),
        h('dd', { key: code + ' meaning' }, meanings.get(code)),
      ])));
  const errorsOf = (specification, path, method) => {
    const codes = specification.getIn(['paths', path, method, 'x-error-codes']) || [];
    const all = specification.get('x-errors');
    return all.entrySeq().toArray()
      .map(([status, meanings]) => [status, codes.filter((code) => meanings.has(code)).toArray(), meanings])
      .filter(([, listed]) => listed.length > 0);
  };
  return {
    wrapComponents: {
      responses: (Responses) => (props) => {
        const { responses, specSelectors, path, method } = props;
        const errors = errorsOf(specSelectors.specJson(), path, method);
        const others = responses.filter((_, status) => Number(status) < 400);
        return h('div', null,
          h(Responses, { ...props, responses: others }),
          h('div', { className: 'errors' },
            h('h4', null, 'Errors'),
            errors.map(([status, codes, meanings]) => show(status, codes, meanings))));
      },
    },
  };
};
window.addEventListener('load', () => {
  const { matches } = matchMedia('(prefers-color-scheme: dark)');
  document.documentElement.classList.toggle('dark-mode', matches);
  SwaggerUIBundle({
    url: '../openapi.json',
    dom_id: '#reference',
    plugins: [ErrorCodes],
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    displayRequestDuration: true,
    filter: true,
    requestSnippetsEnabled: true,
    validatorUrl: null,
  });
});
`;

const head = `<link rel="stylesheet" href="swagger-ui.css">
<style>
body { margin: 0; }
.start { margin: 0; padding: 12px 20px; font: 14px/1.5 sans-serif; }
.errors { padding: 0 20px 20px; color: #3b4151; font: 14px/1.5 sans-serif; }
.errors h4 { font-size: 14px; margin: 0 0 5px; }
.errors summary { cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.errors details[open] summary { white-space: normal; }
.errors dl { margin: 4px 0 8px 16px; }
.errors dd { margin: 0 0 6px 16px; }
html.dark-mode .errors,
html.dark-mode .start,
html.dark-mode .swagger-ui table.headers td { color: #e4e6e6; }
</style>`;

const body = `<p class="start"><a href="../docs">The reference</a> to read, and <a href="agents">Callboard for agents</a></p>
<div id="reference"></div>
<script src="swagger-ui.js"></script>`;

/** The page that sends requests of the contract, with Swagger UI. */
export const tryPage: PageParts = { title: 'Try the Callboard API', head, body, script };
