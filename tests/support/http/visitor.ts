import { Wire, type WireAnswer, type WireRequest } from './raw-http.ts';

/** What a visitor sends: a path of ours, JSON or the fields of a form, and headers. */
export interface VisitorRequest {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser as far as HTTP goes: it keeps its cookies. Every answer is an answer to it, whatever its status. */
export class Visitor {
  readonly origin: string;
  readonly #wire: Wire;
  readonly #cookies: Map<string, string>;
  readonly #from: string;

  constructor(origin: string, from = '127.0.0.1', wire = new Wire(origin), cookies = new Map<string, string>()) {
    this.origin = origin;
    this.#wire = wire;
    this.#from = from;
    this.#cookies = cookies;
  }

  /** What its `cookie` header says now; null before the first cookie. */
  get cookie(): string | null {
    return this.#cookies.size === 0 ? null : [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The same browser, on a way of its own from now on. */
  copy(): Visitor {
    return new Visitor(this.origin, this.#from, this.#wire, new Map(this.#cookies));
  }

  async ask(method: string, path: string, extras: VisitorRequest = {}): Promise<WireAnswer> {
    const answer = await this.#wire.send(this.request(method, path, extras), this.#from);
    if (typeof answer === 'string') throw new Error(`${method} ${path}: ${answer}`);
    for (const line of answer.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Like `ask`, of a call that must be answered so; its JSON. */
  async json(
    method: string,
    path: string,
    wanted: number,
    extras: VisitorRequest = {},
  ): Promise<Record<string, unknown>> {
    const answer = await this.ask(method, path, extras);
    const text = answer.body.toString();
    if (answer.status !== wanted) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 400)}`);
    return JSON.parse(text) as Record<string, unknown>;
  }

  /** Opens or posts something that must lead elsewhere; where. */
  async led(method: string, path: string, extras: VisitorRequest = {}): Promise<string> {
    const answer = await this.ask(method, path, extras);
    const to = answer.headers.location;
    if (to === undefined) throw new Error(`${method} ${path}: ${answer.status} leads nowhere`);
    const { pathname, search } = new URL(to, this.origin);
    return pathname + search;
  }

  request(method: string, path: string, { json, form, headers = {} }: VisitorRequest = {}): WireRequest {
    const isPage = !path.startsWith('/api/');
    const { cookie } = this;
    const all: Record<string, string> = {
      ...(cookie === null ? {} : { cookie }),
      ...(method === 'GET' ? {} : { origin: this.origin }),
      ...(isPage ? { accept: 'text/html' } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    };
    const text =
      json === undefined ? (form === undefined ? null : new URLSearchParams(form).toString()) : JSON.stringify(json);
    return { method, path, headers: Object.entries(all), body: text === null ? null : Buffer.from(text) };
  }

  close(): void {
    this.#wire.close();
  }
}
