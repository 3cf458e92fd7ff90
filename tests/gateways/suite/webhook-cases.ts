import { expect, test } from 'vitest';
import type { RawWebhook } from '#src/domain/payments/index.ts';
import { factIn, referenceTo } from './charges.server.ts';
import { shortTimeoutMs, type SuiteActor, type SuiteSubject } from './suite-actor.ts';

/** Messages of the company: genuine, repeated, forged, old, lost, and about somebody else. */
export function webhookCases(subject: SuiteSubject, actor: SuiteActor): void {
  const { company, traits: { messageSeconds = 300, signsNothing } = {} } = subject;

  test('name the charge, are genuine, and a repeated one is the same event', async () => {
    await actor.sandboxWorld.faults({ target: 'notifications', mode: 'duplicate', count: 2, from: company });
    const charge = await actor.newCharge();
    await actor.paid(charge);
    await actor.sandboxWorld.world.quiet();
    const readings = actor.sandboxWorld.arrivals.map((raw) => actor.hintsOf(raw));
    expect(readings.length).toBeGreaterThanOrEqual(3);
    const hints = readings.flatMap((reading) => (typeof reading === 'string' ? [] : [...reading]));
    expect(hints).toHaveLength(readings.length);
    expect(hints.every(({ attemptId }) => attemptId === charge.attemptId)).toBe(true);
    expect(new Set(hints.map(({ eventId }) => eventId)).size).toBe(hints.length / 3);
  });

  test.skipIf(signsNothing)(
    'with one byte changed, written again, or signed by somebody else are refused',
    async () => {
      await actor.paid(await actor.newCharge());
      const [raw] = await actor.sandboxWorld.arrived(1);
      if (!raw) throw new Error('No message');
      const changed = Buffer.from(raw.body);
      changed[20] = (changed[20] ?? 0) ^ 1;
      expect(actor.hintsOf({ ...raw, body: changed })).toBe('bad-signature');
      expect(
        actor.hintsOf({ ...raw, body: Buffer.from(JSON.stringify(JSON.parse(raw.body.toString()), null, 1)) }),
      ).toBe('bad-signature');
      expect(actor.hintsOf({ ...raw, headers: {} })).toBe('bad-signature');
      expect(actor.hintsOf(raw, subject.make(actor.sandboxWorld, shortTimeoutMs, ['another-key']))).toBe(
        'bad-signature',
      );
      expect(typeof actor.hintsOf(raw)).not.toBe('string');
    },
  );

  test.runIf(signsNothing)('are known by user and password, and by nothing less', async () => {
    const charge = await actor.newCharge();
    await actor.paid(charge);
    const [raw] = await actor.sandboxWorld.arrived(1);
    if (!raw) throw new Error('No message');
    const { authorization = '' } = raw.headers;
    const as = (header: string) => actor.hintsOf({ ...raw, headers: { ...raw.headers, authorization: header } });
    const [user = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
    const wrong = Buffer.from(`${user}:another-password-of-theirs`).toString('base64');
    for (const header of ['', 'Basic ', authorization.slice(0, -2), authorization.toUpperCase(), `Basic ${wrong}`])
      expect(as(header)).toBe('bad-signature');
    expect(actor.hintsOf(raw, subject.make(actor.sandboxWorld, shortTimeoutMs, ['another-key']))).toBe('bad-signature');
    expect(as(authorization)).toMatchObject([{ attemptId: charge.attemptId }]);
  });

  test.each([
    ['bad-signature', 'bad-signature'],
    ...(signsNothing
      ? []
      : [
          ['stale-timestamp', 'stale'],
          ['future-timestamp', 'stale'],
        ]),
  ])('sent with %s are refused', async (mode, reason) => {
    await actor.sandboxWorld.faults({ target: 'notifications', mode, from: company });
    await actor.paid(await actor.newCharge());
    const [raw] = await actor.sandboxWorld.arrived(1);
    expect(raw && actor.hintsOf(raw)).toBe(reason);
  });

  test.skipIf(signsNothing)('are good for some minutes to either side', async () => {
    await actor.paid(await actor.newCharge());
    const [raw] = await actor.sandboxWorld.arrived(1);
    if (!raw) throw new Error('No message');
    const after = (seconds: number): RawWebhook => ({
      ...raw,
      receivedAt: new Date(raw.receivedAt.getTime() + seconds * 1000),
    });
    expect(
      [10 - messageSeconds, 0, messageSeconds - 10].map((seconds) => typeof actor.hintsOf(after(seconds))),
    ).toEqual(['object', 'object', 'object']);
    expect(
      [-10 - messageSeconds, messageSeconds + 10, 31_536_000].map((seconds) => actor.hintsOf(after(seconds))),
    ).toEqual(['stale', 'stale', 'stale']);
  });

  test('signed with the key of before are good while both are known, and not after', async () => {
    await actor.sandboxWorld.faults({ target: 'notifications', mode: 'old-key', from: company });
    await actor.paid(await actor.newCharge());
    const [raw] = await actor.sandboxWorld.arrived(1);
    if (!raw) throw new Error('No message');
    expect(typeof actor.hintsOf(raw, subject.make(actor.sandboxWorld, shortTimeoutMs, subject.keys))).toBe('object');
    expect(actor.hintsOf(raw, subject.make(actor.sandboxWorld, shortTimeoutMs, [subject.keys[0]]))).toBe(
      'bad-signature',
    );
  });

  test('about somebody else’s charge lead nowhere, and a wrong amount in them changes nothing', async () => {
    await actor.sandboxWorld.faults({ target: 'notifications', mode: 'foreign-txid', from: company });
    const charge = await actor.newCharge();
    await actor.paid(charge);
    const [foreign] = await actor.sandboxWorld.arrived(1);
    const hints = foreign ? actor.hintsOf(foreign) : [];
    if (typeof hints === 'string') throw new Error(hints);
    expect(hints.some(({ attemptId }) => attemptId === charge.attemptId)).toBe(false);

    actor.sandboxWorld.arrivals.length = 0;
    await actor.sandboxWorld.faults({ target: 'notifications', mode: 'wrong-amount', from: company });
    const other = await actor.newCharge();
    await actor.paid(other);
    const [wrong] = await actor.sandboxWorld.arrived(1);
    expect(wrong && actor.hintsOf(wrong)).toMatchObject([{ attemptId: other.attemptId }]);
    expect(factIn(await actor.gateway.find(referenceTo(other))).movements).toMatchObject([{ amount: 114_000n }]);
  });

  test('that are late, or in another order than what they tell of, lead to the same truth', async () => {
    await actor.sandboxWorld.faults({ target: 'notifications', mode: 'delay', ms: 30_000, from: company });
    const late = await actor.newCharge();
    await actor.paid(late);
    await actor.sandboxWorld.world.quiet();
    expect(actor.sandboxWorld.arrivals).toEqual([]);
    expect(factIn(await actor.gateway.find(referenceTo(late))).state).toBe('captured');
    await actor.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 31 });
    await actor.sandboxWorld.arrived(1);
    await actor.sandboxWorld.world.quiet();
    const hints = actor.sandboxWorld.arrivals.map((raw) => actor.hintsOf(raw)).flat();
    expect(hints).toContainEqual(expect.objectContaining({ attemptId: late.attemptId }));

    await actor.sandboxWorld.clearFaults();
    actor.sandboxWorld.arrivals.length = 0;
    await actor.sandboxWorld.faults({ target: 'notifications', mode: 'reorder', times: 1, from: company });
    const [held, next] = [await actor.newCharge(), await actor.newCharge()];
    await actor.paid(held);
    await actor.paid(next);
    await actor.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 3 });
    await actor.sandboxWorld.arrived(2);
    for (const charge of [held, next]) {
      const { state, movements } = factIn(await actor.gateway.find(referenceTo(charge)));
      expect([state, movements.length]).toEqual(['captured', 1]);
    }
  });

  test('that are lost are made good by asking; those that our side refuses come again', async () => {
    await actor.sandboxWorld.faults({ target: 'notifications', mode: 'drop', from: company });
    const charge = await actor.newCharge();
    await actor.paid(charge);
    await actor.sandboxWorld.world.quiet();
    expect(actor.sandboxWorld.arrivals).toEqual([]);
    expect(factIn(await actor.gateway.find(referenceTo(charge))).state).toBe('captured');

    await actor.sandboxWorld.clearFaults();
    actor.sandboxWorld.answers.push(500, 500);
    await actor.paid(await actor.newCharge());
    await actor.sandboxWorld.arrived(1);
    await actor.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 60 });
    await actor.sandboxWorld.arrived(3);
  });

  test('of no sense are malformed', () => {
    const raw = { headers: {}, body: Buffer.from('{"pix":"no"}'), receivedAt: actor.sandboxWorld.clock.now() };
    const unsigned = subject.make(actor.sandboxWorld, shortTimeoutMs, []);
    expect(['malformed', 'bad-signature']).toContain(actor.hintsOf(raw, unsigned));
  });
}
