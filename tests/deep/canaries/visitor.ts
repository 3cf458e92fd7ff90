import type { ScanSource } from './find-canaries.ts';
import type { Canaries } from './canary-values.ts';

/** Where it goes, and who is told of what it was given. */
interface Watched {
  readonly checkout: string;
  readonly canaries: Canaries;
  /** Addresses of answers: where a browser would go, and what it would then show. */
  readonly addresses: string[];
  readonly answers: ScanSource[];
}

export interface ResponseListener {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A browser as far as HTTP goes. Every secret that it is given is remembered. */
export class Visitor {
  readonly origin: string;
  readonly #needles: Canaries;
  readonly #cookies = new Map<string, string>();
  readonly #addresses: string[];
  readonly #answers: ScanSource[];

  constructor({ checkout, canaries, addresses, answers }: Watched) {
    this.origin = checkout;
    this.#needles = canaries;
    this.#addresses = addresses;
    this.#answers = answers;
  }

  call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ResponseListener> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const about: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.#send(method, path, sent, { ...about, ...headers });
  }

  form(path: string, fields: Readonly<Record<string, string>>): Promise<ResponseListener> {
    return this.#send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: this.origin,
    });
  }

  async #send(
    method: string,
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<ResponseListener> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(path.startsWith('http') ? path : this.origin + path, {
      method,
      ...(body === undefined || method === 'GET' ? {} : { body }),
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      signal: AbortSignal.timeout(20_000),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
      if (value.length >= 18)
        this.#needles.add(name.includes('pass') ? 'link-token' : 'cookie', `cookie ${name}`, value);
    }
    const location = answer.headers.get('location') ?? '';
    if (location !== '') this.#addresses.push(location);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString('utf8');
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    this.#answers.push({ place: isJson ? `answer ${answer.ok ? 'call' : 'problem'}` : 'answer page', bytes });
    const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: answer.status, location, text, bytes, json };
  }
}

/** An answer that must be one of these. */
export function must(received: ResponseListener, wanted: readonly number[], what: string): ResponseListener {
  if (!wanted.includes(received.status)) throw new Error(`${what}: ${received.status} ${received.text.slice(0, 400)}`);
  return received;
}
