import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import type { WebhookHint } from '../ports/incoming-webhook.port.ts';
import { handleWebhook, type InTurn, receiveWebhook, sweepWebhooks } from './incoming-webhook.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let said: unknown[];
beforeEach(async () => {
  freezeClock();
  database = await createTestDatabase();
  said = [];
  const say = (...line: unknown[]) => void said.push(line);
  world = createDomainWorld(database, { log: { info: say, warn: say, error: say } });
});
afterEach(() => database.close());

const hour = 3_600_000;

async function openCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  said.length = 0;
  return code;
}

function receive(text: string, from = world.gateway.id, inTurn?: InTurn) {
  const raw = { headers: {}, body: Buffer.from(text), receivedAt: world.clock.now() };
  return receiveWebhook(world.ctx, from, raw, inTurn);
}

/** From now on the company's messages say this, whatever is in them. */
function says(hints: readonly WebhookHint[], acknowledgement?: Readonly<Record<string, string>>): void {
  world.gateway.readWebhook = () => ({
    kind: 'hints',
    hints,
    ...(acknowledgement === undefined ? {} : { acknowledgement }),
  });
}

async function rows() {
  return database.db.selectFrom('incoming_webhooks').selectAll().orderBy('received_at').orderBy('event_id').execute();
}

async function looks(): Promise<number> {
  const before = world.gateway.finds;
  await sweepWebhooks(world.ctx);
  return world.gateway.finds - before;
}

describe('an incoming webhook', () => {
  test('is stored once, and acknowledged as its gateway requires each time', async () => {
    expect(await receive('att_a one')).toStrictEqual({ outcome: 'stored', webhooks: await rows() });
    expect(await rows()).toEqual([
      {
        id: expect.stringMatching(/^ntf_/),
        ...{ gateway: 'book', event_id: 'one', reference: null, attempt_id: 'att_a', state: 'stored', reason: null },
        ...{ tries: 0, received_at: world.clock.now(), handled_at: null },
      },
    ]);
    expect(await receive('att_a one')).toStrictEqual({ outcome: 'duplicate', webhooks: [] });
    const acknowledgement = { answerClass: 'yes' };
    says([{ attemptId: 'att_a', eventId: 'one' }], acknowledgement);
    expect(await receive('')).toStrictEqual({ outcome: 'duplicate', webhooks: [], acknowledgement });
    says([]);
    expect(await receive('')).toStrictEqual({ outcome: 'stored', webhooks: [] });
    expect([await rows(), said]).toMatchObject([[{ event_id: 'one' }], []]);
  });

  test('of an unknown gateway, or of one that sends none, is ignored; a forged one is refused and reported', async () => {
    expect(await receive('att_a one', 'nobody')).toEqual({ outcome: 'unknown-gateway', webhooks: [] });
    expect(said).toEqual([]);
    expect(await receive('forged one')).toEqual({ outcome: 'refused', webhooks: [] });
    expect(said).toEqual([['incoming-webhook-refused', { gateway: 'book', reason: 'bad-signature' }]]);
    Object.assign(world.gateway, { readWebhook: undefined });
    expect(await receive('att_a one')).toEqual({ outcome: 'unknown-gateway', webhooks: [] });
    expect(await rows()).toEqual([]);
  });

  test('without capacity is sent again by its gateway; a forged one does not wait for capacity', async () => {
    expect(await receive('att_a one', 'book', async () => null)).toEqual({ outcome: 'busy', webhooks: [] });
    expect(await rows()).toEqual([]);
    const never: InTurn = () => Promise.reject(new Error('It waited'));
    expect(await receive('forged', 'book', never)).toMatchObject({ outcome: 'refused' });
  });

  test('with a gateway’s charge id matches that gateway’s charge, and no other gateway’s', async () => {
    const { attemptId } = await openCode();
    world.gateway.receive(attemptId);
    const reference = `book-${attemptId}`;
    says([
      { eventId: 'one', reference },
      { eventId: 'two', reference: 'book-none' },
      { eventId: 'zero', reference, attemptId: 'att_none' },
    ]);
    const { webhooks } = await receive('');
    for (const row of webhooks) await handleWebhook(world.ctx, { ...row, gateway: 'other' });
    expect(world.gateway.finds).toBe(0);
    for (const row of webhooks) await handleWebhook(world.ctx, row);
    const applied = { state: 'applied', reason: null, handled_at: world.clock.now() };
    expect(await rows()).toMatchObject([
      { event_id: 'one', reference, attempt_id: null, ...applied },
      { event_id: 'two', state: 'parked', reason: 'unknown-reference', handled_at: null },
      { event_id: 'zero', reference, attempt_id: 'att_none', ...applied },
    ]);
    const moved = { attemptId, from: 'awaiting-buyer', state: 'captured', declineCode: null };
    expect(said).toEqual([['attempt-moved', { ...moved, source: 'webhook' }]]);
  });

  test('that was applied is not polled again', async () => {
    const { attemptId } = await openCode();
    world.gateway.receive(attemptId);
    await world.notify(attemptId);
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'applied', tries: 1 });
    world.clock.advance(1_000);
    await handleWebhook(world.ctx, row?.id ?? '');
    expect([await looks(), world.gateway.finds]).toEqual([0, 1]);
    if (row) await handleWebhook(world.ctx, row);
    expect(await rows()).toEqual([row]);
  });
});

describe('the webhook sweep', () => {
  test('polls three times for a change of an open charge, and then stops', async () => {
    const { attemptId } = await openCode();
    await world.notify(attemptId);
    const early = { state: 'stored', reason: 'nothing-new', handled_at: null };
    expect(await rows()).toMatchObject([{ ...early, tries: 1 }]);
    world.clock.advance(4_000);
    expect(await looks()).toBe(0);
    world.clock.advance(1);
    expect(await looks()).toBe(1);
    expect(await rows()).toMatchObject([{ ...early, tries: 2 }]);
    world.clock.advance(60_000);
    expect(await looks()).toBe(1);
    const end = { state: 'applied', reason: null, tries: 3, handled_at: world.clock.now() };
    expect(await rows()).toMatchObject([end]);
    world.clock.advance(hour);
    expect([await looks(), said]).toEqual([0, []]);
  });

  test('completes a webhook whose charge has moved, and one of a final attempt', async () => {
    const { attemptId } = await openCode();
    const entry = world.gateway.book.get(attemptId);
    if (entry) entry.state = 'processing';
    await world.notify(attemptId, 'one');
    world.gateway.receive(attemptId);
    await world.notify(attemptId, 'two');
    await world.notify(attemptId, 'zero');
    const applied = { state: 'applied', reason: null, tries: 1 };
    expect(await rows()).toMatchObject([applied, applied, applied]);
  });

  test('keeps a webhook of an unknown charge for a day, then shelves and reports it', async () => {
    await world.notify('att_unknown', 'one');
    const [{ id } = { id: '' }] = await rows();
    world.clock.advance(24 * hour);
    expect(await sweepWebhooks(world.ctx)).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'parked', reason: 'unknown-reference', tries: 2, handled_at: null }]);
    expect(said).toEqual([]);
    world.clock.advance(1);
    await handleWebhook(world.ctx, id);
    expect(await rows()).toMatchObject([
      { state: 'rejected', reason: 'unknown-reference', tries: 3, handled_at: null },
    ]);
    const reported = { incomingWebhookId: id, gateway: 'book', reason: 'unknown-reference' };
    expect(said).toEqual([['webhook-rejected', reported]]);
    world.clock.advance(24 * hour);
    expect(await sweepWebhooks(world.ctx)).toBe(0);
  });

  test('keeps a webhook without its gateway’s answer for a week, then shelves and reports it', async () => {
    const { attemptId } = await openCode();
    world.gateway.isReachable = false;
    await world.notify(attemptId, 'one');
    const [{ id } = { id: '' }] = await rows();
    world.clock.advance(7 * 24 * hour);
    await handleWebhook(world.ctx, id);
    expect(await rows()).toMatchObject([{ state: 'stored', reason: 'no-answer', tries: 2, handled_at: null }]);
    const rejected = () => said.filter((line) => JSON.stringify(line).includes('webhook-'));
    expect(rejected()).toEqual([]);
    world.clock.advance(1);
    await handleWebhook(world.ctx, id);
    expect(await rows()).toMatchObject([{ state: 'rejected', reason: 'no-answer', tries: 3 }]);
    const reported = { incomingWebhookId: id, gateway: 'book', reason: 'no-answer' };
    expect(rejected()).toEqual([['webhook-rejected', reported]]);
  });

  test('counts and names a failed poll, and continues; it takes a batch at a time', async () => {
    const [one, other] = [await openCode(), await openCode()];
    const error = new Error('unreadable');
    const find = world.gateway.find.bind(world.gateway);
    world.gateway.find = async (charge) => {
      if (charge.attemptId === one.attemptId) throw error;
      return find(charge);
    };
    await receive(`${one.attemptId} one`);
    world.clock.advance(1);
    await receive(`${other.attemptId} two`);
    world.gateway.receive(other.attemptId);
    world.clock.advance(hour);
    expect(await sweepWebhooks(world.ctx, 1)).toBe(1);
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'stored', reason: 'failed', tries: 1, handled_at: null });
    expect(said).toEqual([['webhook-failed', { incomingWebhookId: row?.id, error }]]);
    expect(await sweepWebhooks(world.ctx, 1)).toBe(1);
    expect((await rows())[1]).toMatchObject({ state: 'applied', tries: 1 });
    await expect(handleWebhook(world.ctx, row?.id ?? '')).rejects.toThrow('unreadable');
    expect(await rows()).toMatchObject([{ tries: 2 }, { tries: 1 }]);
  });
});
