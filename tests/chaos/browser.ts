import { createHash } from 'node:crypto';
import http from 'node:http';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A buyer's browser: it keeps its cookie, waits as long as ours would, and knows when nobody answered. */
export class Browser {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  readonly #origin: string;
  cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Null: no answer. */
  ask(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply | null> {
    const text = body === undefined ? null : JSON.stringify(body);
    return new Promise((resolve) => {
      const request = http.request(
        this.#origin + path,
        {
          method,
          agent: this.#agent,
          headers: {
            ...(this.cookie === '' ? {} : { cookie: this.cookie }),
            ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => resolve(null));
          response.on('close', () => resolve(null));
          response.on('end', () => {
            const given = response.headers['set-cookie']?.[0]?.split(';')[0];
            if (given) this.cookie = given;
            const said = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, text: said, json: readJson(said) });
          });
        },
      );
      request.setTimeout(20_000, () => request.destroy());
      request.on('error', () => resolve(null));
      request.end(text ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
