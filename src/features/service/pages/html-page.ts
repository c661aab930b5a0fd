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
export function htmlPage(parts: PageParts): Page {
  return pageOf(Buffer.from(htmlText(parts)), parts.script);
}

/** A page that exists already, with the policy that permits its script. */
export function pageOf(bytes: Buffer, script: string): Page {
  const policy = [
    ...policyOf(script),
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { ...publishBytes(bytes), policy };
}

/** The text of an HTML page that ends with its script. */
export function htmlText({ title, head, body, script }: PageParts): string {
  return `<!doctype html>
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
}

/** The policy of a page that loads nothing but its own script, images and styles. */
export function policyOf(script: string): readonly string[] {
  const digest = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
  ];
}
