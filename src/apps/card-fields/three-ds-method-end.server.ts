import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { html } from './html.server.ts';
import { commonHeaders, endHeaders } from './content-security-policy.server.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The transaction id in the issuer's `threeDSMethodData` (base64url JSON); null when it is missing or malformed. */
export function transactionIn(body: unknown): string | null {
  const form = new URLSearchParams(typeof body === 'string' ? body : '');
  try {
    const data: unknown = JSON.parse(Buffer.from(form.get('threeDSMethodData') ?? '', 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('threeDSServerTransID' in data)) return null;
    const { threeDSServerTransID: transaction } = data;
    return typeof transaction === 'string' && uuid.test(transaction) ? transaction : null;
  } catch {
    return null;
  }
}

/** Page inside the hidden frame: reports the ended transaction to the card fields. */
export function threeDsMethodEndDocument(transaction: string, nonce: string): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <title>3DS</title>
      </head>
      <body>
        <script nonce="${nonce}">
          parent.postMessage('${transaction}', location.origin);
        </script>
      </body>
    </html> `.html;
}

/** Adds `POST /look-end`, the notification address of the 3DS Method. */
export function addThreeDsMethodEnd(app: FastifyInstance, checkoutOrigins: readonly string[]): void {
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    );
    forms.post('/look-end', (request, reply) => {
      const transaction = transactionIn(request.body);
      if (transaction === null)
        return reply.code(400).headers(commonHeaders).type('text/plain; charset=utf-8').send('');
      const nonce = randomBytes(16).toString('base64');
      return reply.headers(endHeaders(nonce, checkoutOrigins)).send(threeDsMethodEndDocument(transaction, nonce));
    });
  });
}
