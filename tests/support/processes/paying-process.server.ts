/**
 * A process that pays once and may be made to die on the way (`crashAt`). Run as
 * `node paying-process.server.ts '<json of PayingTask>'`; prints one line of JSON when it lived to the end.
 */
import { flushCompileCache } from 'node:module';
import { openSession } from '#src/domain/checkout/sessions/index.server.ts';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { pay } from '#src/domain/payments/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { armCrashPoint } from '#src/server/crash-point.server.ts';
import { newId, newSecret } from '#src/kernel/ids/ids.server.ts';
import { createSandboxDomain } from '../worlds/sandbox-domain.server.ts';

export interface PayingTask {
  readonly address: DatabaseAddress;
  readonly sandboxOrigin: string;
  readonly method: 'credit-card' | 'pix';
  readonly cardToken: string;
  readonly crashAt: string | null;
  /** At which time of passing that place it dies; the first when absent. */
  readonly crashTime?: number;
  /** A second card pays half of the price. */
  readonly secondToken?: string;
  /** The planted bug: the gateway is called before anything is written. */
  readonly chargesFirst: boolean;
}

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };

async function run(task: PayingTask): Promise<void> {
  const domain = createSandboxDomain(task.address, task.sandboxOrigin);
  const { ctx } = domain;
  const session = await openSession(ctx, {
    browserHash: newSecret(),
    brand: 'wise-up',
    variant: 'online',
    business: 'wiseup-online',
    productCode: 'wise-up-online',
    offer: '',
    flowId: 'default',
    market: 'BR',
    locale: 'pt-BR',
    seller: 'ana',
    source: 'campanha',
    link: {},
  });
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '+5511961234567' };
  await saveLead(ctx, session, { ...contact, consents: [], ip: '127.0.0.1' });
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) throw new Error(quote.error.code);
  const card = { token: task.cardToken, brand: 'visa', last4: '1111', expiry: '12/30' };
  if (task.chargesFirst) {
    const document = { type: 'cpf', number: '39053344705' };
    await ctx.gateways.choose(session.business, 'BR', task.method)?.start({
      attemptId: newId('att'),
      serial: BigInt(Date.now()),
      amount: { amount: quote.value.total, currency: 'BRL' },
      method: task.method,
      installments: 1,
      description: 'Curso',
      capture: 'at-once',
      payer: { ...contact, document },
      market: 'BR',
      locale: 'pt-BR',
      expiresAt: new Date(Date.now() + 1_800_000),
      details: { cardToken: task.cardToken, brand: 'visa', last4: '1111' },
      notificationUrl: 'http://127.0.0.1:9/none',
      buyerReturnUrl: 'http://127.0.0.1:9/none',
      challengeReturnUrl: 'http://127.0.0.1:9/none',
      browser,
    });
    process.kill(process.pid, 'SIGKILL');
  }
  let passed = 0;
  const dying = {
    ...ctx,
    crashPoint(name: string): void {
      if (name !== task.crashAt) return;
      passed += 1;
      if (passed === (task.crashTime ?? 1)) armCrashPoint(name);
      ctx.crashPoint(name);
    },
  };
  const second = task.secondToken === undefined ? null : { ...card, token: task.secondToken };
  const document = '390.533.447-05';
  const result = await pay(dying, {
    sessionId: session.id,
    idempotencyKey: newSecret(),
    quoteId: quote.value.id,
    tenders: [
      {
        method: task.method,
        installments: 1,
        fields: { document, ...(task.method === 'credit-card' ? card : {}) },
      },
      ...(second
        ? [{ method: task.method, installments: 1, amount: quote.value.total / 2n, fields: { document, ...second } }]
        : []),
    ],
    browser,
  });
  console.log(JSON.stringify(result.ok ? result.value : result.error));
  await domain.close();
}

// It dies before Node would keep what it compiled (`NODE_COMPILE_CACHE`) for the next one.
flushCompileCache();
await run(JSON.parse(process.argv[2] ?? '{}') as PayingTask);
