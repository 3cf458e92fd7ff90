import http from 'node:http';
import net from 'node:net';

/** One request as it goes over the wire; nothing is added to it but `host`, `connection` and the length of the body. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, as bytes (latin-1). */
  readonly path: string;
  /** In this order; a name may stand twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly setCookies: readonly string[];
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** Why there is no answer: nothing came in time, or the other side hung up without a word. */
export type WireFailure = 'timeout' | 'hung-up';

/** How long an answer may take, in milliseconds. */
export const wirePatience = 10_000;
/** How long is listened to a stream that has begun, in milliseconds. */
const streamPatience = 150;

/** Keeps connections to a server open; `from` is the loopback address that they come from. */
export class Wire {
  readonly #origin: URL;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

  constructor(origin: string) {
    this.#origin = new URL(origin);
  }

  async send(request: WireRequest, from = '127.0.0.1'): Promise<WireAnswer | WireFailure> {
    for (let tries = 1; ; tries += 1) {
      const { answer, wasReused } = await this.#once(request, from);
      // A connection that the server was just closing says nothing about the request.
      if (answer !== 'hung-up' || !wasReused || tries === 3) return answer;
    }
  }

  /**
   * Sends a request on a connection of its own and breaks it off so many milliseconds after the last byte (0: at once),
   * whatever comes: by a reset, as a process that dies does, after which its address cannot be asked any more.
   */
  async sendAndHangUp(request: WireRequest, afterMs: number, from = '127.0.0.1'): Promise<void> {
    const sent = this.#begin(request, from, false);
    const isGone = new Promise<void>((resolve) => sent.once('close', () => resolve()));
    sent.on('error', () => undefined);
    sent.on('response', (response) => response.resume());
    const breakOff = (): void =>
      void (sent.socket instanceof net.Socket ? sent.socket.resetAndDestroy() : sent.destroy());
    sent.end(request.body ?? undefined, () => {
      if (afterMs === 0) breakOff();
      else setTimeout(breakOff, afterMs);
    });
    await isGone;
  }

  close(): void {
    this.#agent.destroy();
  }

  #begin({ method, path, headers, body }: WireRequest, from: string, agent: http.Agent | false): http.ClientRequest {
    const { hostname, port, host } = this.#origin;
    const flat = headers.flatMap(([name, value]) => [name, value]);
    const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
    const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
    return http.request({
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      method,
      path,
      agent,
      setHost: false,
      ...(process.platform === 'linux' ? { localAddress: from } : {}),
      headers: [
        ...(hasHost ? [] : ['host', host]),
        ...flat,
        ...(body === null || isChunked ? [] : ['content-length', String(body.length)]),
      ],
    });
  }

  #once(
    request: WireRequest,
    from: string,
  ): Promise<{ readonly answer: WireAnswer | WireFailure; readonly wasReused: boolean }> {
    const began = performance.now();
    return new Promise((resolve) => {
      const sent = this.#begin(request, from, this.#agent);
      const end = (answer: WireAnswer | WireFailure): void => {
        clearTimeout(timer);
        resolve({ answer, wasReused: sent.reusedSocket });
      };
      let timer: NodeJS.Timeout | undefined;
      // The wait for one of our own connections is not the other side's.
      sent.once('socket', () => {
        timer = setTimeout(() => {
          end('timeout');
          sent.destroy();
        }, wirePatience);
      });
      sent.on('error', () => end('hung-up'));
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        const whole = (): void =>
          end({
            status: response.statusCode ?? 0,
            headers: response.headers,
            setCookies: response.headers['set-cookie'] ?? [],
            body: Buffer.concat(chunks),
            milliseconds: performance.now() - began,
          });
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.on('end', whole);
        response.on('error', () => end('hung-up'));
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          setTimeout(() => {
            whole();
            sent.destroy();
          }, streamPatience);
        }
      });
      sent.end(request.body ?? undefined);
    });
  }
}
