import http from 'node:http';
import { type PlainAnswer, plainCall } from '#tests/support/http/plain-call.ts';

/** One HTTP client with kept connections, as in a browser or a bank's app. */
export class HttpClient {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

  /** Sends a request and reads the whole answer. `body` is sent as JSON. */
  send(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<PlainAnswer> {
    return plainCall({ method, url, headers, body, agent: this.#agent, withinMs: 15_000 });
  }

  /** Reads a stream of server-sent events until one satisfies `isLast`. Throws after 15 s. */
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
    // A caller that awaits only `open` must not leave a rejection unhandled.
    last.catch(opened);
    return { open, last };
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface Watch {
  /** Resolves with the first event: later events are not missed. */
  readonly open: Promise<void>;
  readonly last: Promise<void>;
}
