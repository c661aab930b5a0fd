import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variables } from '../src/platform/config';

const readme = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');

test.each(variables)('the README has the row of $name', ({ name, fallback, meaning }) => {
  const shown = fallback === '' ? '' : `\`${fallback}\``;
  expect(readme).toContain(`| \`${name}\` | ${shown} | ${meaning} |\n`);
});

test('the README has no row of a variable that the service does not read', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(variables.map(({ name }) => name));
});
