import { createHash } from 'node:crypto';
import { publishBytes, type Published } from '../contract';

/** A page with the Content-Security-Policy that permits only this server and the page's script. */
export interface Page extends Published {
  readonly policy: string;
}

/** The parts of a page. */
export interface PageParts {
  readonly title: string;
  /** HTML inside `head`, such as links to style sheets. */
  readonly head: string;
  /** HTML inside `body`. */
  readonly body: string;
  /** The page's inline script. */
  readonly script: string;
}

/** Creates an HTML page that ends with its script. */
export function htmlPage({ title, head, body, script }: PageParts): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
  const digest = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { ...publishBytes(Buffer.from(html)), policy };
}
