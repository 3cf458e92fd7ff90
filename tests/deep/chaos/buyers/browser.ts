import { createHash } from 'node:crypto';
import http from 'node:http';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** The path that it leads to; empty: nowhere. */
  readonly to: string;
}

/** A buyer's browser: it keeps its cookies, waits as long as ours would, and knows when nobody answered. */
export class Browser {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  readonly #origin: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  /** `address`: where its forms come from; empty: from this machine, whose tries count for nothing. */
  constructor(origin: string, address = '') {
    this.#origin = origin;
    this.#address = address;
  }

  /** A page as the browser gets it. */
  read(path: string): Promise<Reply | null> {
    return this.ask('GET', path, undefined, { accept: 'text/html' });
  }

  /** A page's form as a browser without script sends it. */
  fillIn(path: string, form: Readonly<Record<string, string>>, address = this.#address): Promise<Reply | null> {
    return this.ask('POST', path, new URLSearchParams(form), {
      ...{ accept: 'text/html', origin: this.#origin },
      ...(address === '' ? {} : { 'x-forwarded-for': address }),
    });
  }

  /** Null: no answer. */
  ask(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply | null> {
    const isForm = body instanceof URLSearchParams;
    const text = body === undefined ? null : isForm ? body.toString() : JSON.stringify(body);
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve) => {
      const request = http.request(
        this.#origin + path,
        {
          method,
          agent: this.#agent,
          headers: {
            ...(cookie === '' ? {} : { cookie }),
            ...(text === null ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => resolve(null));
          response.on('close', () => resolve(null));
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) this.#keep(line);
            const said = Buffer.concat(chunks).toString();
            const to = this.#pathOf(response.headers.location ?? '');
            resolve({ status: response.statusCode ?? 0, text: said, json: readJson(said), to });
          });
        },
      );
      request.setTimeout(20_000, () => request.destroy());
      request.on('error', () => resolve(null));
      request.end(text ?? undefined);
    });
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    this.#cookies.set(name, value);
  }

  #pathOf(location: string): string {
    if (location === '') return '';
    const { pathname, search } = new URL(location, this.#origin);
    return pathname + search;
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
