import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { operatorHeaders } from '#tests/support/fixtures/two-buyers.server.ts';
import { Wire, type WireAnswer, type WireFailure, type WireRequest } from '#tests/support/http/raw-http.ts';
import type { TestUsers } from '../../access/access.types.ts';
import type { FuzzCase, Sender } from './fuzz.types.ts';
import { withUserValues } from './user-values.ts';

export interface SentCase {
  readonly request: WireRequest;
  readonly answer: WireAnswer | WireFailure;
  /** Words of people that this sender has said so far: what a buyer typed is kept, and shown to them again. */
  readonly said: ReadonlySet<string>;
}

/** From how many addresses the cases come, each of a network of its own. */
const addresses = 60;

/** Sends cases to one server as the people of the cast, from many addresses: one alone is soon asked to wait. */
export class CaseSender {
  readonly #cast: TestUsers;
  /** What its cases say that they come from. */
  readonly #origin: string;
  readonly #wire: Wire;
  readonly #strangers = newSecret();
  readonly #said = new Map<Sender, Set<string>>();
  #count = 0;

  /** How many cases it has sent. */
  get sent(): number {
    return this.#count;
  }

  constructor(origin: string, users: TestUsers) {
    this.#origin = origin;
    this.#cast = users;
    this.#wire = new Wire(origin);
  }

  async send(one: FuzzCase): Promise<SentCase> {
    const from = this.#nextAddress();
    const request = await this.#requestOf(one, from);
    return { request, answer: await this.#wire.send(request, from), said: this.#saidBy(one.sender, request) };
  }

  /** Asks and does not wait for the answer. */
  async hangUp(one: FuzzCase, afterMs: number): Promise<void> {
    const from = this.#nextAddress();
    await this.#wire.sendAndHangUp(await this.#requestOf(one, from), afterMs, from);
  }

  close(): void {
    this.#wire.close();
  }

  #saidBy(sender: Sender, { path, body }: WireRequest): ReadonlySet<string> {
    const said = this.#said.get(sender) ?? new Set<string>();
    this.#said.set(sender, said);
    const text = `${inPlainText(path)}\n${inPlainText(body?.toString('utf8') ?? '')}`;
    for (const { name, email, phone, document } of [this.#cast.a, this.#cast.b])
      for (const word of [name, email, phone, document]) if (text.includes(word)) said.add(word);
    return said;
  }

  #nextAddress(): string {
    this.#count += 1;
    return `127.0.${String(30 + (this.#count % addresses))}.1`;
  }

  async #requestOf({ sender, method, path, headers, body }: FuzzCase, from: string): Promise<WireRequest> {
    const say = (text: string): string =>
      withUserValues(text, this.#cast).replaceAll('«origin»', encodeURIComponent(this.#cast.a.visitor.origin));
    const own = headers.map(([name, value]) => [name, say(value)] as const);
    const has = (name: string): boolean => own.some(([one]) => one === name);
    const who = this.#headersOf(sender).filter(([name]) => !has(name));
    const origin =
      method === 'GET' || has('origin') || has('sec-fetch-site') ? [] : [['origin', this.#origin] as const];
    const request = { method, path: say(path), headers: [...who, ...origin, ...own] };
    switch (body.kind) {
      case 'none':
        return { ...request, body: null };
      case 'text':
        return { ...request, body: Buffer.from(say(body.text), 'utf8') };
      case 'hex':
        return { ...request, body: Buffer.from(body.hex, 'hex') };
      case 'form':
        return { ...request, body: Buffer.from(await this.#form(request, body.typed, say, from)) };
    }
  }

  #headersOf(sender: Sender): readonly (readonly [string, string])[] {
    const { a, b, unit } = this.#cast;
    switch (sender) {
      case 'A':
        return [['cookie', a.visitor.cookie ?? '']];
      case 'B':
        return [['cookie', b.visitor.cookie ?? '']];
      case 'stranger':
        return [['cookie', `matricula=${this.#strangers}`]];
      case 'unit':
        return [['cookie', `matricula=${this.#strangers}; matricula-pass-${unit.id}=${unit.secret}`]];
      case 'operator':
        return Object.entries(operatorHeaders);
    }
  }

  /** The page's own form, filled in as it is shown, with what is typed over it. */
  async #form(
    { path, headers }: Omit<WireRequest, 'body'>,
    typed: readonly (readonly [number | string, string])[],
    say: (text: string) => string,
    from: string,
  ): Promise<string> {
    const asked = headers.filter(([name]) => name === 'cookie' || name === 'accept-language');
    const shown = await this.#wire.send({ method: 'GET', path, headers: [...asked], body: null }, from);
    const fields = new Map(typeof shown === 'string' ? [] : fieldsOf(shown.body.toString()));
    const names = [...fields.keys()];
    for (const [at, value] of typed) {
      const name = typeof at === 'string' ? at : (names[at % Math.max(1, names.length)] ?? 'intent');
      fields.set(name, say(value));
    }
    return [...fields].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  }
}

/** What is said in an address or a form, besides as it is written; only the latter where it cannot be read. */
export function inPlainText(written: string): string {
  try {
    return `${written}\n${decodeURIComponent(written.replaceAll('+', ' '))}`;
  } catch {
    return written;
  }
}

/** Lone surrogates go over the wire as bytes that are no UTF-8, as a broken program would send them. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return [...text]
      .map((sign) => (/[\ud800-\udfff]/.test(sign) && sign.length === 1 ? '%ed%a0%80' : encodeURIComponent(sign)))
      .join('');
  }
}

const tag = /<(?:input|button|select|textarea)\b[^>]*>/g;

/** Names and values of a page's form, as its HTML has them. */
function fieldsOf(html: string): [string, string][] {
  return [...html.matchAll(tag)].flatMap(([all]): [string, string][] => {
    const name = attribute(all, 'name');
    return name === null ? [] : [[name, attribute(all, 'value') ?? '']];
  });
}

function attribute(text: string, name: string): string | null {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
  return found === undefined
    ? null
    : found.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
}
