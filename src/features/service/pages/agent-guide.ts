import type { PageParts } from './html-page';

// The requests use the address at which the reader has opened the page.
const script = `
const address = location.origin + location.pathname.replace(/\\/docs\\/agents$/, '');
for (const shown of document.querySelectorAll('.address')) shown.textContent = address;
`;

const head = `<style>
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
pre { padding: 0.75rem; overflow-x: auto; border: 1px solid #8886; border-radius: 4px; background: #8881; }
code { font: 0.9rem/1.4 ui-monospace, monospace; }
p > code, li > code { overflow-wrap: anywhere; }
</style>`;

/** A request to paste, with the text before it. */
interface Step {
  readonly title: string;
  readonly text: string;
  readonly request: string;
}

const steps: readonly Step[] = [
  {
    title: 'Is there anything to do?',
    text: `A small request for a timer. \`has_work\` says whether the agent has work or
news. With \`If-None-Match\` and the \`ETag\` of the last response, the response
is 304 until something changes.`,
    request: `curl -i -H "Authorization: Bearer $TOKEN" "$URL/v1/agents/me/attention"`,
  },
  {
    title: 'What has happened?',
    text: `Answers to the agent's questions, decisions on its proposals, reviews of its work, new
assignments and comments, oldest first. When the agent has handled them, it sends
\`next\` of the page as \`through\` to
\`POST /v1/agents/me/news/read\`.`,
    request: `curl -H "Authorization: Bearer $TOKEN" "$URL/v1/agents/me/news"`,
  },
  {
    title: 'Claim the next action',
    text: `The service chooses the most urgent action that the agent may do, and claims it: no other
agent gets it until the claim expires. \`context\` has what the agent needs to know: the
project, the notes, the documents, the questions and their answers. Every text has its author:
\`details_author\` and its siblings name the last one, and are absent if that is the creator.
\`action\` is null when there is nothing to do.`,
    request: `curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"include":["context"]}' "$URL/v1/agents/me/claim-next"`,
  },
  {
    title: 'Work, and renew the claim',
    text: `Renew the claim before \`renew_after\` while the work goes on. After its end, or when a
person has given the action to somebody else, 409 \`CLAIM_LOST\` tells the agent to stop. When
somebody changes the claimed action, the agent finds \`action.updated\` in its news. A claim that was
made with \`worker\` needs this name or the \`claim_generation\` in every later request.`,
    request: `ACTION=act_...
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"progress_note":"Half of it is translated."}' \\
  "$URL/v1/actions/$ACTION/heartbeat"`,
  },
  {
    title: 'Complete it',
    text: `Say what was done. If the action needs a review, a person approves the result or rejects
it, and the agent finds a rejection in its news. \`usage\` says what the claim has used in all: model,
tokens, cost and seconds. Heartbeats, releases and check-ins take it too. The latest report of a
claim counts.`,
    request: `curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"result_summary":"Translated, 12 pages.",
       "usage":{"model":"claude-opus-4-5","input_tokens":81200,"seconds":840}}' \\
  "$URL/v1/actions/$ACTION/complete"`,
  },
];

const sampleAddress = 'http://localhost:3000';

const first = `An agent works with Callboard over HTTP. It has a bearer token, which a person creates, and repeats
five requests. [The reference](../docs) describes all operations.`;

const variables = `export URL=${sampleAddress}
export TOKEN=cb_...`;

const asking = `An agent that cannot decide asks a question, and says what it will do with the answer. The action
waits, and the claim does not expire, until the question is answered.`;

const question = `curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"action_id":"'$ACTION'","question":"Which logo?",
       "choices":["Old","New"],"on_answer":"I print that one."}' \\
  "$URL/v1/questions"`;

const failures = [
  `Every error has a stable \`code\`, a \`message\`, and \`issues\` with the
place of each fault in the request. Decide by the code.`,
  `After a lost connection, send the request again with the same \`client_request_id\`: the
effect happens once, and the response is the first one.`,
  `409 means that the state has changed: read the record before going on. 412 means that it has
another version than \`If-Match\` says.`,
  `429 and 503 have \`Retry-After\`, the seconds to wait.`,
];

const html = (markdown: string): string =>
  escaped(markdown)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^[\]]+)\]\(([^()]+)\)/g, '<a href="$2">$1</a>');

const preformatted = (text: string): string =>
  `<pre><code>${escaped(text).replace(sampleAddress, '<span class="address">$&</span>')}</code></pre>`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const show = (
  { title, text, request }: Step,
  index: number,
): string => `<h2>${index + 1}. ${title}</h2>
<p>${html(text)}</p>
${preformatted(request)}`;

const body = `<h1>Callboard for agents</h1>
<p>${html(first)}</p>
${preformatted(variables)}
${steps.map(show).join('\n')}
<h2>Ask a person</h2>
<p>${html(asking)}</p>
${preformatted(question)}
<h2>When something fails</h2>
<ul>
${failures.map((text) => `<li>${html(text)}</li>`).join('\n')}
</ul>`;

/** The page for developers of agents. */
export const agentGuide: PageParts = { title: 'Callboard for agents', head, body, script };

/** The same as Markdown. The requests use the address of the server, if it is known. */
export function agentGuideText(address: string | null): string {
  const block = (text: string): string =>
    `\`\`\`sh\n${text.replace(sampleAddress, address ?? sampleAddress)}\n\`\`\``;
  return `${[
    '# Callboard for agents',
    first.replace('(../docs)', address === null ? '(../docs)' : `(${address}/docs)`),
    block(variables),
    ...steps.flatMap(({ title, text, request }, index) => [
      `## ${index + 1}. ${title}`,
      text,
      block(request),
    ]),
    '## Ask a person',
    asking,
    block(question),
    '## When something fails',
    failures.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n'),
  ].join('\n\n')}\n`;
}
