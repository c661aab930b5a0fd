import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishBytes, type Published } from './contract';

/** The files of the page at /docs. */
export interface Reference {
  readonly page: Published;
  /** The page's Content-Security-Policy, which permits only this server. */
  readonly policy: string;
  readonly style: Published;
  readonly script: Published;
}

const start = `
window.addEventListener('load', () => {
  SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#reference',
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

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Callboard API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="docs/swagger-ui.js"></script>
<script>${start}</script>
</body>
</html>
`;

/** Creates the reference from Swagger UI's files. */
export function readReference(): Reference {
  const digest = createHash('sha256').update(start).digest('base64');
  return {
    page: publishBytes(Buffer.from(page)),
    policy: [
      "default-src 'none'",
      `script-src 'self' 'sha256-${digest}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    style: publishBytes(
      readFileSync(
        copiedFile('swagger-ui.css') ?? require.resolve('swagger-ui-dist/swagger-ui.css'),
      ),
    ),
    script: publishBytes(
      readFileSync(
        copiedFile('swagger-ui-bundle.js') ??
          require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
      ),
    ),
  };
}

/** The file that the build copies next to the program. Undefined when running from sources. */
function copiedFile(name: string): string | undefined {
  const file = join(__dirname, 'reference', name);
  return existsSync(file) ? file : undefined;
}
