import { asList, asObject, valueAt } from './json';

/** The text of generated/news-roles.ts: the roles in which each kind of event concerns agents. */
export function writeNewsRoles(document: unknown): string {
  const { enum: kinds, 'x-news-roles': roles } = asObject(
    valueAt(document, '#/components/schemas/EventKind'),
  );
  const lines = asList(kinds).map((kind) => {
    const words = asList(asObject(roles)[String(kind)]).map((role) => `'${String(role)}'`);
    return `  '${String(kind)}': [${words.join(', ')}],`;
  });
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.

/** For each kind of event, the roles in which it concerns agents (\`x-news-roles\`). */
export const newsRoles = {
${lines.join('\n')}
} as const;
`;
}
