import { z } from 'zod';

const anyJson = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof anyJson>;

/** Something answered otherwise than it must; the message says what. */
export class WrongAnswer extends Error {}

/** A buyer's browser as far as HTTP goes: keeps its cookies, sends JSON or forms. */
export class Shopper {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Sends JSON and reads JSON; throws when the status is none of `wanted`. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    body: object | null,
    wanted: readonly number[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Json> {
    const answer = await this.#send(path, {
      method,
      headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!wanted.includes(answer.status))
      throw new WrongAnswer(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return anyJson.parse(JSON.parse(text));
  }

  /** Opens a page; its HTML. */
  async open(path: string): Promise<string> {
    const answer = await this.#send(path, { method: 'GET', headers: { accept: 'text/html' } });
    if (answer.status !== 200) throw new WrongAnswer(`GET ${path}: ${answer.status}`);
    return answer.text();
  }

  /** Opens a link that is answered with a cookie and the page's own address, which comes back. */
  async enter(link: string): Promise<string> {
    const answer = await this.#send(link, { method: 'GET', headers: { accept: 'text/html' } });
    if (answer.status !== 303) throw new WrongAnswer(`GET ${link}: ${answer.status} instead of 303`);
    return new URL(answer.headers.get('location') ?? '', this.#origin).pathname;
  }

  /** Sends a page's form as a browser without script does; the address that follows. */
  async submit(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const answer = await this.#send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.#origin },
      body: new URLSearchParams(fields).toString(),
    });
    if (answer.status !== 303) throw new WrongAnswer(`POST ${path}: ${answer.status} instead of 303`);
    const { pathname, search } = new URL(answer.headers.get('location') ?? '', this.#origin);
    return pathname + search;
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(this.#origin + path, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie === '' ? {} : { cookie }) },
      signal: AbortSignal.timeout(20_000),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}
