import http from 'node:http';
import { type PlainAnswer, plainCall } from '#tests/support/http/plain-call.ts';

/** A write of a buyer's, as their browser saw it; times in milliseconds since the epoch. */
export interface Write {
  readonly began: number;
  readonly ended: number;
  readonly isGood: boolean;
  /** Status, or why there was none. */
  readonly what: string;
}

interface Visit {
  readonly shop: { readonly checkout: string; readonly bank: string };
  /** Tells buyers, and their addresses, apart. */
  readonly number: number;
  wrote(write: Write): void;
}

/** How long a buyer keeps trying before they give up, and how long they wait between two tries. */
export const patienceMs = 120_000;
const pauseMs = 400;
const answerMs = 20_000;

/** A browser of a buyer's own, at an address of its own, that keeps its cookie. */
export class Visitor {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  readonly #visit: Visit;
  readonly #until: number;
  readonly #from: string;
  #cookie = '';

  constructor(visit: Visit, until: number) {
    this.#visit = visit;
    this.#until = until;
    const { number } = visit;
    this.#from = `127.${1 + (Math.floor(number / 62_500) % 200)}.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`;
  }

  /** Presses until it is answered well; an answer that another try cannot change is thrown. */
  async post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
    for (;;) {
      const began = Date.now();
      const answer = await this.#send('POST', this.#visit.shop.checkout + path, headers, body).catch(reasonOf);
      const what = typeof answer === 'string' ? answer : `${answer.status} ${codeOf(answer)}`;
      const isGood = typeof answer !== 'string' && answer.status < 300;
      this.#visit.wrote({ began, ended: Date.now(), isGood, what });
      if (typeof answer !== 'string') {
        const [cookie] = answer.headers['set-cookie'] ?? [];
        if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
        if (isGood) return JSON.parse(answer.body);
        if (!isPassing(answer)) throw new Error(`POST ${path}: ${answer.status} ${answer.body.slice(0, 400)}`);
      }
      await this.#pause(`POST ${path}: ${what}`);
    }
  }

  /** The bank takes the money once: what it has taken it refuses to take again, and that is as good. */
  async payAtBank(code: string): Promise<void> {
    const answer = await this.#send('POST', `${this.#visit.shop.bank}/sandbox/pix/pay`, {}, { code });
    if (answer.status !== 200) throw new Error(`The bank answered ${answer.status} ${answer.body.slice(0, 200)}`);
  }

  async until(path: string, isIt: (body: unknown) => boolean): Promise<void> {
    await this.read(path, (answer) => answer.status === 200 && isIt(JSON.parse(answer.body)));
  }

  async read(path: string, isIt: (answer: PlainAnswer) => boolean): Promise<void> {
    for (;;) {
      const answer = await this.#send('GET', this.#visit.shop.checkout + path, {}).catch(reasonOf);
      if (typeof answer !== 'string' && isIt(answer)) return;
      await this.#pause(
        `GET ${path}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.body.slice(0, 120)}`}`,
      );
    }
  }

  leave(): void {
    this.#agent.destroy();
  }

  async #pause(last: string): Promise<void> {
    if (Date.now() > this.#until) throw new Error(`given up after ${patienceMs / 1000} s, at ${last}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  #send(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<PlainAnswer> {
    return plainCall({
      ...{ method, url, body, agent: this.#agent, localAddress: this.#from, withinMs: answerMs },
      headers: {
        // The shop answers by its name only, and a name may lead to another family of addresses than ours.
        ...{ ...headers, host: new URL(url).host.replace('127.0.0.1', 'localhost') },
        ...(this.#cookie === '' ? {} : { cookie: this.#cookie }),
      },
    });
  }
}

function codeOf({ body }: PlainAnswer): string {
  return /"code":"([a-z-]+)"/.exec(body)?.[1] ?? '';
}

/** What the same press may get past: our own failures, and the first press still running. */
function isPassing(answer: PlainAnswer): boolean {
  const code = codeOf(answer);
  if (answer.status === 409) return code === 'idempotency-key-running' || code === 'attempt-open';
  return answer.status >= 500 && code !== 'gateway-unreachable';
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
