import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok } from '#src/kernel/result/result.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import type { DomainContext } from '../../context.server.ts';
import { saveExtras, currentQuote } from '../../checkout/quotes/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.server.ts';
import type { ChargeRequest } from '../index.ts';
import { type PayResult, renewAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let asked: ChargeRequest[];
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  world.gateway.behavior = 'await';
  asked = [];
  const start = world.gateway.start.bind(world.gateway);
  world.gateway.start = async (charge) => {
    asked.push(charge);
    return start(charge);
  };
});
afterEach(() => database.close());

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };
const minute = 60_000;
const byCode = { method: 'by-code' };

type Visit = Pick<CheckoutSession, 'id'>;
function renew({ id }: Visit, attemptId: string, idempotencyKey = 'renew', ctx: DomainContext = world.ctx) {
  return renewAttempt(ctx, { sessionId: id, attemptId, idempotencyKey, browser });
}

/** A code whose time, and whose company's, is over. */
async function expiredCode() {
  const { session, quote } = await world.buyer();
  const code = accepted(await world.pay(session, quote, byCode));
  world.clock.advance(31 * minute);
  return { session, quote, ...code };
}

async function attempts() {
  return database.db.selectFrom('attempts').selectAll().orderBy('number').execute();
}

const refusal = (code: string, rest: object = {}) => ({ ok: false, error: { code, ...rest } });

describe('a code', () => {
  test('is valid to the last moment; from then on it is replaced, and canceled', async () => {
    freezeClock();
    const { session, quote } = await world.buyer();
    const code = accepted(await world.pay(session, quote, byCode));
    world.clock.advance(30 * minute - 1);
    expect(accepted(await renew(session, code.attemptId))).toEqual(code);
    world.clock.advance(1);
    const renewed = accepted(await renew(session, code.attemptId));
    const [now, end] = [world.clock.now(), world.clock.now().getTime() + 30 * minute];
    const expired = { id: code.attemptId, number: 1, state: 'expired', next_check_at: null, updated_at: now };
    const stands = { id: renewed.attemptId, number: 2, state: 'awaiting-buyer', part: null, single_use_hash: null };
    expect(await attempts()).toMatchObject([
      { ...expired, void_state: 'requested' },
      { ...stands, expires_at: new Date(end), deadline_at: new Date(end + minute) },
    ]);
    expect(world.sent).toContainEqual({ job: 'void-attempt', data: { attemptId: code.attemptId } });
    await world.runJobs();
    expect([...world.gateway.book.values()].map(({ state }) => state)).toEqual(['voided', 'awaiting-buyer']);
  });

  test('is renewed with the same amount, payer, texts and rail data', async () => {
    const payer = { phone: '+258841234567', document: { type: 'cpf', number: '52998224725' } };
    const { rails } = world.ctx;
    const keeping: Partial<DomainContext['rails']> = {
      server: (id) => ({
        ...rails.server(id),
        readDetails: ({ buyer }) => ok({ payer: { ...buyer, ...payer }, details: { mark: 'x' }, kept: { mark: 'x' } }),
        detailsForRenewal: ({ mark }) => ({ mark: mark ?? null }),
      }),
    };
    Object.assign(world.ctx, { rails: { ...rails, ...keeping } });
    const { session } = await world.buyer();
    const withKit = accepted(await saveExtras(world.ctx, session, { orderBumps: ['kit'] }));
    const { attemptId } = accepted(await world.pay(session, accepted(await currentQuote(world.ctx, withKit)), byCode));
    world.clock.advance(31 * minute);
    const renewed = accepted(await renew(session, attemptId));
    world.clock.advance(31 * minute);
    accepted(await renew(session, renewed.attemptId, 'again'));
    const [first, ...others] = asked.map(
      ({
        attemptId: _id,
        serial: _serial,
        attemptCreatedAt: _begun,
        expiresAt: _end,
        buyerReturnUrl: _back,
        ...same
      }) => same,
    );
    expect(first).toMatchObject({ payer, details: { mark: 'x' }, description: 'Curso + Kit de exercícios' });
    expect(others).toEqual([first, first]);
  });

  test('is renewed without more where its rail kept nothing, for a buyer without a tax id', async () => {
    const { session, attemptId } = await expiredCode();
    accepted(await renew(session, attemptId));
    const payer = { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' };
    expect(asked).toMatchObject([{}, { payer, details: {} }]);
    expect(asked[1]?.payer).toEqual(payer);
  });

  test('that expired before its gateway fell silent is replaced without a query', async () => {
    const { session, attemptId } = await expiredCode();
    await sweepAttempts(world.ctx);
    world.gateway.isReachable = false;
    expect(accepted(await renew(session, attemptId)).attemptId).not.toBe(attemptId);
  });

  test('is queried before it is replaced, which is logged', async () => {
    const { session, attemptId } = await expiredCode();
    const said: unknown[] = [];
    const log = { ...world.ctx.log, info: (...line: unknown[]) => void said.push(line) };
    accepted(await renew(session, attemptId, 'renew', { ...world.ctx, log }));
    const moved = { attemptId, from: 'awaiting-buyer', state: 'expired', declineCode: null, source: 'check' };
    expect(said).toContainEqual(['attempt-moved', moved]);
  });
});

describe('a renewal request', () => {
  test('during the same request gets the code that is being created', async () => {
    const { session, attemptId, orderId } = await expiredCode();
    const start = world.gateway.start.bind(world.gateway);
    let inside: PayResult | undefined;
    world.gateway.start = async (charge) => {
      inside = await renew(session, attemptId);
      return start(charge);
    };
    const renewed = accepted(await renew(session, attemptId));
    const value = { orderId, attemptId: renewed.attemptId, state: 'created', declineCode: null };
    expect(inside).toEqual({ ok: true, value });
  });

  test('under an earlier key, for another code, is refused', async () => {
    const { session, attemptId } = await expiredCode();
    const renewed = accepted(await renew(session, attemptId));
    world.clock.advance(31 * minute);
    expect(await renew(session, renewed.attemptId)).toEqual(refusal('key-reused'));
    expect(asked).toHaveLength(2);
  });

  test('on an outdated page finds the code that was chosen since', async () => {
    const { session, quote, attemptId } = await expiredCode();
    const anew = accepted(await world.pay(session, quote, byCode));
    expect(accepted(await renew(session, attemptId)).attemptId).toBe(anew.attemptId);
  });

  test('on an outdated page is refused where the newer code was left for a card', async () => {
    const { session, quote, attemptId } = await expiredCode();
    const second = accepted(await renew(session, attemptId));
    world.gateway.behavior = 'decline';
    accepted(await world.pay(session, quote));
    for (const id of [attemptId, second.attemptId])
      expect(await renew(session, id, `of ${id}`)).toEqual(refusal('method-not-offered'));
    expect(asked).toHaveLength(3);
  });

  test('after abandoned and declined cards gives a new code', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behaviors.push('challenge');
    accepted(await world.pay(session, quote));
    const { attemptId } = accepted(await world.pay(session, quote, byCode));
    world.clock.advance(31 * minute);
    await sweepAttempts(world.ctx);
    world.gateway.behaviors.push('decline');
    accepted(await world.pay(session, quote));
    const renewed = accepted(await renew(session, attemptId));
    expect((await attempts()).map(({ id, state }) => [id, state]).slice(1)).toEqual([
      [attemptId, 'expired'],
      [expect.any(String), 'declined'],
      [renewed.attemptId, 'awaiting-buyer'],
    ]);
  });

  test('of a paid order reports it as paid', async () => {
    const { session, quote, attemptId, orderId } = await expiredCode();
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote));
    expect(await renew(session, attemptId)).toEqual(refusal('order-paid', { orderId }));
  });

  test('during another payment in a second tab requests no money', async () => {
    const { session, attemptId } = await expiredCode();
    const lower = accepted(await currentQuote(world.ctx, session, { voucher: 'for-all' }));
    const find = world.gateway.find.bind(world.gateway);
    world.gateway.find = async (charge) => {
      if (asked.length === 1) accepted(await world.pay(session, lower, byCode));
      return find(charge);
    };
    expect(await renew(session, attemptId)).toEqual(refusal('quote-not-found'));
    expect(asked).toHaveLength(2);
  });

  test('of a method without renewal, or of a missing attempt, is refused', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'challenge';
    const challenged = accepted(await world.pay(session, quote));
    world.clock.advance(31 * minute);
    expect(await renew(session, challenged.attemptId)).toEqual(refusal('method-not-offered'));
    expect(await renew(session, 'att_none')).toEqual(refusal('quote-not-found'));
    expect(await renew({ id: 'ses_none' }, challenged.attemptId)).toEqual(refusal('quote-not-found'));
  });
});
