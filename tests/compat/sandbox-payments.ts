import { z } from 'zod';

const bookSchema = z.object({
  charges: z.array(
    z.object({
      company: z.string(),
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: z.number(),
      captured: z.number(),
      refunded: z.number(),
    }),
  ),
});
export type SandboxCharge = z.infer<typeof bookSchema>['charges'][number];

/** How a person pays a charge of each company that waits for one. */
const payings: Readonly<Record<string, { readonly path: string; readonly body: (charge: SandboxCharge) => object }>> = {
  'pix-bank': { path: '/sandbox/pix/pay', body: ({ id }) => ({ txid: id }) },
  'slip-bank': { path: '/sandbox/slip/pay', body: ({ reference }) => ({ reference, channel: 'pix' }) },
  'm-pesa': { path: '/sandbox/m-pesa/answer', body: ({ reference }) => ({ reference }) },
  nupay: { path: '/sandbox/nupay/answer', body: ({ id }) => ({ pspReferenceId: id }) },
  culqi: { path: '/sandbox/cip/pay', body: ({ reference }) => ({ number: reference }) },
  // Its slips; it refuses to be paid for a card.
  pagarme: { path: '/sandbox/pagarme/pay', body: ({ id }) => ({ charge: id }) },
};

/** The stand-ins of everything outside, as a test reaches them. */
export class SandboxPayments {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  async charges(): Promise<readonly SandboxCharge[]> {
    return bookSchema.parse(await this.#get('/sandbox/book.json')).charges;
  }

  /** Pays whatever waits for a person; false when nothing does. */
  async payOpen(known: ReadonlySet<string>): Promise<boolean> {
    let paid = false;
    for (const charge of await this.charges()) {
      const how = payings[charge.company];
      if (!how || known.has(charge.id) || charge.captured > 0) continue;
      const answer = await this.#post(how.path, how.body(charge));
      paid ||= answer.ok;
    }
    return paid;
  }

  /** Has a company take money back that a card had brought, or win it: its buyer's bank tells it to. False: it may not. */
  async reverse(company: 'acquirer' | 'pagarme', options: object): Promise<boolean> {
    const path = company === 'acquirer' ? '/sandbox/card/reverse' : '/sandbox/pagarme/reverse';
    return (await this.#post(path, options)).ok;
  }

  async now(): Promise<Date> {
    const { now } = z.object({ now: z.iso.datetime() }).parse(await this.#get('/sandbox/clock.json'));
    return new Date(now);
  }

  async advance(seconds: number): Promise<void> {
    await this.#post('/sandbox/clock', { advanceSeconds: seconds });
  }

  /** The code that the Yape app of a phone shows now. */
  async yapeCode(phone: string): Promise<string> {
    const answer = await this.#post('/sandbox/yape/code', { phone });
    return z.object({ code: z.string() }).parse(await answer.json()).code;
  }

  /** The newest six figures that were sent to an address. */
  async codeFor(email: string): Promise<string> {
    const box = z
      .object({ messages: z.array(z.object({ text: z.string() })) })
      .parse(await this.#get(`/sandbox/inbox.json?to=${encodeURIComponent(email)}`));
    return /\b\d{6}\b/.exec(box.messages[0]?.text ?? '')?.[0] ?? '';
  }

  async countOfMails(email: string): Promise<number> {
    const box = z
      .object({ messages: z.array(z.unknown()) })
      .parse(await this.#get(`/sandbox/inbox.json?to=${encodeURIComponent(email)}`));
    return box.messages.length;
  }

  async #get(path: string): Promise<unknown> {
    return (await fetch(this.origin + path)).json();
  }

  #post(path: string, body: object): Promise<Response> {
    return fetch(this.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}
