import { once } from 'node:events';
import http from 'node:http';
import type { ApiPixStandard } from './api-pix-standard.ts';

/** A witness between a shop and a bank: passes everything on and writes down what the norm does not allow. */
export interface StandardProxy {
  readonly origin: string;
  /** `PUT /pix-bank/v2/cob/… 201` of every exchange that the norm covers. */
  readonly seen: readonly string[];
  readonly wrongRequests: readonly string[];
  readonly wrongAnswers: readonly string[];
  readonly complaints: ReadonlySet<string>;
  close(): void;
}

/** `unmended` is the norm as it stands: what it says of the answers is written to `complaints`. */
export async function openStandardProxy(
  bankOrigin: string,
  norm: ApiPixStandard,
  unmended: ApiPixStandard,
): Promise<StandardProxy> {
  const seen: string[] = [];
  const wrongRequests: string[] = [];
  const wrongAnswers: string[] = [];
  const complaints = new Set<string>();

  async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = '', url = '', headers } = request;
    const body = Buffer.concat(chunks);
    const given = {
      authorization: headers.authorization ?? '',
      ...(headers['content-type'] ? { 'content-type': headers['content-type'] } : {}),
    };
    const answer = await fetch(`${bankOrigin}${url}`, { method, headers: given, ...(body.length > 0 ? { body } : {}) });
    const text = await answer.text();
    const [address = ''] = url.split('?');
    if (address.includes('/v2/')) {
      seen.push(`${method} ${address.replace(/[^/]{26,}/g, '…')} ${answer.status}`);
      const mediaType = answer.headers.get('content-type') ?? '';
      const place = `${method} ${address} ${answer.status}: `;
      wrongRequests.push(...norm.request(method, address, read(body.toString())).map((problem) => place + problem));
      // 401 is outside the norm: the token is checked before the API.
      if (answer.status !== 401) {
        wrongAnswers.push(
          ...norm.answer(method, address, answer.status, mediaType, read(text)).map((problem) => place + problem),
        );
        for (const complaint of unmended.answer(method, address, answer.status, mediaType, read(text)))
          complaints.add(complaint);
      }
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text);
  }

  const server = http.createServer((request, response) => {
    pass(request, response).catch((error: unknown) => {
      wrongAnswers.push(String(error));
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    seen,
    wrongRequests,
    wrongAnswers,
    complaints,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function read(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}
