import { chosen, type Break } from './break';

const odd = [
  'x',
  '0',
  '*',
  '"',
  ',',
  ';;',
  '\u00e9\u00ff',
  '%00',
  "' or 1=1 --",
  'x'.repeat(7000),
  '{}',
  '__proto__',
];

const accepts = [
  'image/png',
  'text/html;q=0',
  'application/json;q=0',
  'x',
  '*',
  ';',
  'text/*',
  '*/*;q=0',
  'application/json, */*;q=0.1',
  '\u00e9',
];

const hostile: readonly (readonly [string, string])[] = [
  ['X-Request-Id', '\u00ff'.repeat(200)],
  ['X-Request-Id', '{"a":1}'],
  ['Cookie', '__Host-callboard_session=j:{"a":1}'],
  ['Cookie', '__Host-callboard_session=%'],
  ['Cookie', '__Host-callboard_session=x;'.repeat(300)],
  ['Cookie', '=;;=;__proto__=x; constructor=y'],
  ['X-Forwarded-For', "1, 2, ' or 1=1"],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Forwarded', 'for=_x;host=evil.example'],
  ['Range', 'bytes=0-1'],
  ['If-Modified-Since', 'never'],
  ['If-Range', '"1"'],
  ['Expect', 'x'],
  ['Expect', '100-continue'],
  ['TE', 'trailers'],
  ['Upgrade', 'websocket'],
  ['Connection', 'close, Host'],
  ['Accept-Encoding', '*;q=0'],
  ['Accept-Language', '\u00e9'],
  ['Accept-Charset', 'x'],
  ['Content-Language', 'x'],
  ['Access-Control-Request-Method', 'DELETE'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-Large', 'x'.repeat(14_000)],
  ['X-Larger', 'x'.repeat(20_000)],
];

/**
 * Faults in headers. The contract permits most of these headers, so the response must be the same
 * as without them.
 */
export const breaksOfHeaders: Readonly<Record<string, Break>> = {
  'a header beyond its bounds': (draft, { pick, other }, shape) => {
    const name = chosen(shape.headerNames, pick);
    if (name === undefined) return undefined;
    return { ...draft, headers: { ...draft.headers, [name]: chosen(odd, other) ?? 'x' } };
  },

  'an unsupported Accept header': (draft, { pick }) => ({
    ...draft,
    headers: { ...draft.headers, Accept: chosen(accepts, pick) ?? '' },
  }),

  'a hostile header': (draft, { pick }) => {
    const [name, value] = chosen(hostile, pick) ?? ['X', 'x'];
    const by = name === 'Cookie' ? 'bad cookie' : draft.by;
    return { ...draft, by, headers: { ...draft.headers, [name]: value } };
  },
};
