import http from 'node:http';

/** A whole answer, its body as text. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface PlainCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  readonly agent?: http.Agent | undefined;
  /** The address of this machine from which it comes. */
  readonly localAddress?: string;
  /** How long an answer is waited for. */
  readonly withinMs: number;
}

/** One call over a connection of the caller's own, as load needs it: `fetch` knows no agents and no own address. */
export function plainCall({
  method,
  url,
  headers,
  body,
  agent,
  localAddress,
  withinMs,
}: PlainCall): Promise<PlainAnswer> {
  const text = body === undefined ? null : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method,
        ...(agent ? { agent } : {}),
        ...(localAddress === undefined ? {} : { localAddress }),
        headers: {
          ...headers,
          ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers: got } = response;
          resolve({ status, headers: got, body: Buffer.concat(chunks).toString() });
        });
      },
    );
    request.setTimeout(withinMs, () => {
      request.destroy(new Error(`${method} ${url}: no answer within ${withinMs / 1000} s`));
    });
    request.on('error', reject);
    request.end(text ?? undefined);
  });
}
