import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';

/** A line on which documents come in pieces, with a pause after each; everything else passes as it is. */
export interface ChunkedProxy {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Stands before the checkout at `target` (an origin); `pieces` is into how many parts a document's body is cut. */
export async function startChunkedProxy(target: string, pieces: number): Promise<ChunkedProxy> {
  const server = createServer((incoming, webhooks) => {
    const headers = { ...incoming.headers, host: new URL(target).host, 'accept-encoding': 'identity' };
    const onward = request(`${target}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
      webhooks.writeHead(answer.statusCode ?? 502, withoutLength(answer));
      const isDocument = answer.headers['content-type']?.startsWith('text/html') ?? false;
      if (isDocument) void inPieces(answer, webhooks, pieces);
      else answer.pipe(webhooks);
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    origin: `http://localhost:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function withoutLength({ headers }: IncomingMessage): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'content-length' ? [] : [[name, value]],
    ),
  );
}

/** The head at once; the body cut into equal parts, tags and words included. */
async function inPieces(from: IncomingMessage, to: ServerResponse, pieces: number): Promise<void> {
  const html = await text(from);
  const start = html.indexOf('<body');
  to.write(html.slice(0, start));
  const size = Math.ceil((html.length - start) / pieces);
  for (let at = start; at < html.length; at += size) {
    to.write(html.slice(at, at + size));
    await pause(40);
  }
  to.end();
}
