import http from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** One HTTP client with kept connections, as a browser or a bank's app has them. */
export class Caller {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

  /** Sends a request and reads the whole answer. `body` goes as JSON. */
  send(method: 'GET' | 'POST', url: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Answer> {
    const text = body === undefined ? null : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = http.request(
        url,
        {
          method,
          agent: this.#agent,
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
            const { statusCode = 0, headers: got } = response;
            resolve({ status: statusCode, headers: got, body: Buffer.concat(chunks).toString() });
          });
        },
      );
      request.setTimeout(15_000, () => request.destroy(new Error(`${method} ${url}: no answer within 15 s`)));
      request.on('error', reject);
      request.end(text ?? undefined);
    });
  }

  /** Listens to a stream of server-sent events until one satisfies `isLast`, or throws after 15 s. */
  watch(url: string, headers: Readonly<Record<string, string>>, isLast: (data: string) => boolean): Watch {
    let opened = (): void => undefined;
    const open = new Promise<void>((resolve) => (opened = resolve));
    const last = new Promise<void>((resolve, reject) => {
      const request = http.request(
        url,
        { agent: this.#agent, headers: { ...headers, accept: 'text/event-stream' } },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('error', reject);
          response.on('data', (chunk: string) => {
            opened();
            text += chunk;
            const events = text.split('\n\n');
            text = events.pop() ?? '';
            if (!events.some((event) => isLast(event.split('data: ')[1] ?? ''))) return;
            resolve();
            request.destroy();
          });
        },
      );
      request.setTimeout(15_000, () => request.destroy(new Error(`${url}: nothing within 15 s`)));
      request.on('error', reject);
      request.end();
    });
    // Whoever only waits for `open` must not leave a failure unseen.
    last.catch(opened);
    return { open, last };
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface Watch {
  /** The first event has come: from now on nothing is missed. */
  readonly open: Promise<void>;
  readonly last: Promise<void>;
}
