import type { Needles } from './needles.ts';

export interface Heard {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A browser as far as HTTP goes. Every secret that it is given is remembered. */
export class Visitor {
  readonly origin: string;
  readonly #needles: Needles;
  readonly #cookies = new Map<string, string>();
  /** Addresses of answers: where a browser would go, and what it would then show. */
  readonly addresses: string[];

  constructor(origin: string, needles: Needles, addresses: string[]) {
    this.origin = origin;
    this.#needles = needles;
    this.addresses = addresses;
  }

  call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Heard> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const about: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.#send(method, path, sent, { ...about, ...headers });
  }

  form(path: string, fields: Readonly<Record<string, string>>): Promise<Heard> {
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
  ): Promise<Heard> {
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
      if (value.length >= 20)
        this.#needles.add(name.includes('pass') ? 'link-token' : 'cookie', `cookie ${name}`, value);
    }
    const location = answer.headers.get('location') ?? '';
    if (location !== '') this.addresses.push(location);
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return { status: answer.status, location, text, json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
  }
}
