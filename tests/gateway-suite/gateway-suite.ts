import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort, NotificationHint, RawNotification } from '#src/domain/payments/index.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { chargeOf, factIn, referenceTo } from './charges.server.ts';
import { openOutsideStage, type OutsideStage } from './outside-stage.server.ts';

/** What the suite has to know of one gateway. */
export interface SuiteSubject {
  readonly company: 'acquirer' | 'pix-bank' | 'slip-bank';
  /** A gateway that gives up after `budgetMs`. `keys` are the keys of notifications that it takes. */
  make(stage: OutsideStage, budgetMs: number, keys?: readonly string[]): GatewayPort;
  /** The keys that the company signs with: of today, and of before. */
  readonly keys: readonly [string, string];
  /** What this charge needs beyond the usual. */
  dress(stage: OutsideStage, charge: ChargeRequest): Promise<ChargeRequest>;
  /** Makes the buyer's money arrive, where the buyer has to act; null where money is taken at once. */
  readonly pay: ((stage: OutsideStage, gateway: GatewayPort, charge: ChargeRequest) => Promise<void>) | null;
  /** The state and code of a charge that the company refuses. */
  readonly refused: { readonly state: 'declined' | 'failed'; readonly code: string };
  /** Whether a query names the payee, so that a foreign one can be seen. */
  readonly namesPayee: boolean;
  /** Whether it can give money back, and whether it lists what it credited. */
  readonly refunds: boolean;
  readonly listsCredits: boolean;
}

const budgetMs = 250;

/** The cases that every gateway must pass, against the real outside world over HTTP, in every weather. */
export function gatewaySuite(name: string, subject: SuiteSubject): void {
  describe(name, () => {
    let stage: OutsideStage;
    let gateway: GatewayPort;
    const { company } = subject;

    beforeAll(async () => {
      stage = await openOutsideStage();
      gateway = subject.make(stage, 5_000);
    });
    afterEach(async () => {
      await stage.clearSky();
      await stage.world.quiet();
      stage.arrivals.length = 0;
    });
    afterAll(() => stage.close());

    const newCharge = (): Promise<ChargeRequest> => subject.dress(stage, chargeOf(stage));
    const hasty = (): GatewayPort => subject.make(stage, budgetMs);
    const inBook = ({ attemptId, serial }: ChargeRequest) => {
      const plain = Buffer.from(attemptId.slice(4), 'base64url').toString('hex');
      const names = new Set([attemptId, plain, serial.toString().padStart(11, '0')]);
      return stage.world
        .book()
        .charges.filter((entry) => entry.company === company && (names.has(entry.reference) || names.has(entry.id)));
    };
    async function paid(charge: ChargeRequest): Promise<void> {
      factIn(await gateway.start(charge));
      await subject.pay?.(stage, gateway, charge);
    }
    const hintsOf = (raw: RawNotification, by: GatewayPort = gateway): readonly NotificationHint[] | string => {
      const reading = by.readNotification?.(raw);
      return reading?.kind === 'hints' ? reading.hints : (reading?.reason ?? 'cannot');
    };

    test('it can what it says it can, and nothing else', () => {
      expect([gateway.refund !== undefined, gateway.creditsSince !== undefined]).toEqual([
        subject.refunds,
        subject.listsCredits,
      ]);
    });

    test('a charge is made once, and money that arrives is told with an id that stays', async () => {
      const charge = await newCharge();
      const started = factIn(await gateway.start(charge));
      expect(started.state).toBe(subject.pay ? 'awaiting-buyer' : 'captured');
      expect(started.instructions !== undefined).toBe(subject.pay !== null);
      await subject.pay?.(stage, gateway, charge);

      const byId = factIn(await gateway.find(referenceTo(charge, started.reference ?? null)));
      const byOurs = factIn(await gateway.find(referenceTo(charge)));
      expect(byId).toMatchObject({ state: 'captured', reference: started.reference });
      expect(byId.movements).toMatchObject([{ kind: 'capture', amount: 114_000n, currency: 'BRL' }]);
      expect(byOurs.movements).toEqual(byId.movements);
      expect(inBook(charge)).toMatchObject([{ amount: 114_000, captured: 114_000 }]);
    });

    test('the same attempt again, also ten times at once, is the same charge', async () => {
      const charge = await newCharge();
      const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.start(charge)));
      const references = new Set(answers.map((answer) => factIn(answer).reference));
      expect(references.size).toBe(1);
      expect(inBook(charge)).toHaveLength(1);
    });

    test('a refusal is told with a code, and no money moves', async () => {
      await stage.weather({ target: company, mode: 'decline', times: 1 });
      const charge = await newCharge();
      const fact = factIn(await gateway.start(charge));
      expect(fact).toMatchObject({
        state: subject.refused.state,
        movements: [],
        decline: { code: subject.refused.code },
      });
      expect(inBook(charge).every(({ captured }) => captured === 0)).toBe(true);
    });

    test('a slow answer within the budget counts', async () => {
      await stage.weather({ target: company, mode: 'slow', ms: 60, times: 1 });
      expect((await gateway.start(await newCharge())).kind).toBe('fact');
    });

    test('an answer that is slower than the budget is silence, and asking tells the truth', async () => {
      const charge = await newCharge();
      const impatient = hasty();
      await warm(impatient);
      await stage.weather({ target: company, mode: 'slow', ms: 600, times: 1 });
      expect(await impatient.start(charge)).toEqual({ kind: 'silent', reason: 'timed-out' });
      await new Promise((resume) => setTimeout(resume, 500));
      expect((await gateway.find(referenceTo(charge))).kind).toBe('fact');
    });

    test('silence before anything was done leaves nothing behind', async () => {
      const charge = await newCharge();
      const impatient = hasty();
      await warm(impatient);
      await stage.weather({ target: company, mode: 'timeout-before', times: 1 });
      expect((await impatient.start(charge)).kind).toBe('silent');
      expect(await gateway.find(referenceTo(charge))).toEqual({ kind: 'not-found' });
      expect(inBook(charge)).toEqual([]);
    });

    test.each(['timeout-after', '500-after', 'reset'])(
      '%s: it was done though we did not hear, and asking finds it',
      async (mode) => {
        const charge = await newCharge();
        const impatient = hasty();
        await warm(impatient);
        await stage.weather({ target: company, mode, times: 1 });
        expect((await impatient.start(charge)).kind).toBe('silent');
        expect((await gateway.find(referenceTo(charge))).kind).toBe('fact');
        expect(inBook(charge)).toHaveLength(1);
      },
    );

    test.each(['429', 'maintenance'])('%s: turned away at the door, nothing was done', async (mode) => {
      const charge = await newCharge();
      await warm(gateway);
      await stage.weather({ target: company, mode, times: 1 });
      expect((await gateway.start(charge)).kind).toBe('unreachable');
      expect(inBook(charge)).toEqual([]);
    });

    test('nobody there is unreachable, not unknown', async () => {
      const charge = await newCharge();
      const elsewhere = await openOutsideStage();
      const orphan = subject.make(elsewhere, budgetMs);
      await elsewhere.close();
      expect((await orphan.start(charge)).kind).toBe('unreachable');
    });

    test('what was never asked for is not found, and what is new may not be found yet', async () => {
      expect(await gateway.find(referenceTo(chargeOf(stage)))).toEqual({ kind: 'not-found' });
      const charge = await newCharge();
      await stage.weather({ target: company, mode: 'not-found-lag', seconds: 60, times: 1 });
      factIn(await gateway.start(charge));
      expect(await gateway.find(referenceTo(charge))).toEqual({ kind: 'not-found' });
      expect((await gateway.find(referenceTo(charge))).kind).toBe('fact');
    });

    test('an answer about another amount is not believed', async () => {
      const charge = await newCharge();
      await paid(charge);
      await stage.weather({ target: company, mode: 'wrong-amount', times: 1 });
      expect(await gateway.find(referenceTo(charge))).toEqual({ kind: 'silent', reason: 'mismatch-amount' });
      expect(factIn(await gateway.find(referenceTo(charge))).state).toBe('captured');
    });

    test.runIf(subject.namesPayee)('an answer that names another payee is not believed', async () => {
      const charge = await newCharge();
      await paid(charge);
      await stage.weather({ target: company, mode: 'wrong-payee', times: 1 });
      expect(await gateway.find(referenceTo(charge))).toEqual({ kind: 'silent', reason: 'mismatch-payee' });
    });

    test('what holds no money yet can be taken back, again and again', async () => {
      const charge = await newCharge();
      const held = subject.pay ? charge : { ...charge, details: { ...charge.details, capture: false } };
      const started = factIn(await gateway.start(held));
      expect(started.state).toBe(subject.pay ? 'awaiting-buyer' : 'authorized');
      for (const reference of [started.reference ?? null, null]) {
        expect(factIn((await gateway.release?.(referenceTo(charge, reference))) ?? { kind: 'not-found' }).state).toBe(
          'voided',
        );
      }
      expect(inBook(charge)).toMatchObject([{ captured: 0 }]);
      const pay = subject.pay ?? (async () => Promise.reject(new Error('409')));
      await expect(pay(stage, gateway, charge)).rejects.toThrow('409');
    });

    test('what was paid meanwhile is told instead of being taken back', async () => {
      const charge = await newCharge();
      await paid(charge);
      const answer = await gateway.release?.(referenceTo(charge));
      expect(factIn(answer ?? { kind: 'not-found' })).toMatchObject({
        state: 'captured',
        movements: [{ amount: 114_000n }],
      });
    });

    describe('messages', () => {
      test('name the charge, are genuine, and a repeated one is the same event', async () => {
        await stage.weather({ target: 'notifications', mode: 'duplicate', count: 2, from: company });
        const charge = await newCharge();
        await paid(charge);
        await stage.world.quiet();
        const readings = stage.arrivals.map((raw) => hintsOf(raw));
        expect(readings.length).toBeGreaterThanOrEqual(3);
        const hints = readings.flatMap((reading) => (typeof reading === 'string' ? [] : [...reading]));
        expect(hints).toHaveLength(readings.length);
        expect(hints.every(({ attemptId }) => attemptId === charge.attemptId)).toBe(true);
        expect(new Set(hints.map(({ eventId }) => eventId)).size).toBe(hints.length / 3);
      });

      test('with one byte changed, written again, or signed by somebody else are refused', async () => {
        await paid(await newCharge());
        const [raw] = await stage.arrived(1);
        if (!raw) throw new Error('No message');
        const changed = Buffer.from(raw.body);
        changed[20] = (changed[20] ?? 0) ^ 1;
        expect(hintsOf({ ...raw, body: changed })).toBe('bad-signature');
        expect(hintsOf({ ...raw, body: Buffer.from(JSON.stringify(JSON.parse(raw.body.toString()), null, 1)) })).toBe(
          'bad-signature',
        );
        expect(hintsOf({ ...raw, headers: {} })).toBe('bad-signature');
        expect(hintsOf(raw, subject.make(stage, budgetMs, ['another-key']))).toBe('bad-signature');
        expect(typeof hintsOf(raw)).not.toBe('string');
      });

      test.each([
        ['bad-signature', 'bad-signature'],
        ['stale-timestamp', 'stale'],
        ['future-timestamp', 'stale'],
      ])('sent with %s are refused', async (mode, reason) => {
        await stage.weather({ target: 'notifications', mode, from: company });
        await paid(await newCharge());
        const [raw] = await stage.arrived(1);
        expect(raw && hintsOf(raw)).toBe(reason);
      });

      test('are good for five minutes to either side', async () => {
        await paid(await newCharge());
        const [raw] = await stage.arrived(1);
        if (!raw) throw new Error('No message');
        const after = (seconds: number): RawNotification => ({
          ...raw,
          receivedAt: new Date(raw.receivedAt.getTime() + seconds * 1000),
        });
        expect([-290, 0, 290].map((seconds) => typeof hintsOf(after(seconds)))).toEqual(['object', 'object', 'object']);
        expect([-310, 310, 31_536_000].map((seconds) => hintsOf(after(seconds)))).toEqual(['stale', 'stale', 'stale']);
      });

      test('signed with the key of before are good while both are known, and not after', async () => {
        await stage.weather({ target: 'notifications', mode: 'old-key', from: company });
        await paid(await newCharge());
        const [raw] = await stage.arrived(1);
        if (!raw) throw new Error('No message');
        expect(typeof hintsOf(raw, subject.make(stage, budgetMs, subject.keys))).toBe('object');
        expect(hintsOf(raw, subject.make(stage, budgetMs, [subject.keys[0]]))).toBe('bad-signature');
      });

      test('about somebody else’s charge lead nowhere, and a wrong amount in them changes nothing', async () => {
        await stage.weather({ target: 'notifications', mode: 'foreign-txid', from: company });
        const charge = await newCharge();
        await paid(charge);
        const [foreign] = await stage.arrived(1);
        const hints = foreign ? hintsOf(foreign) : [];
        if (typeof hints === 'string') throw new Error(hints);
        expect(hints.some(({ attemptId }) => attemptId === charge.attemptId)).toBe(false);

        stage.arrivals.length = 0;
        await stage.weather({ target: 'notifications', mode: 'wrong-amount', from: company });
        const other = await newCharge();
        await paid(other);
        const [wrong] = await stage.arrived(1);
        expect(wrong && hintsOf(wrong)).toMatchObject([{ attemptId: other.attemptId }]);
        expect(factIn(await gateway.find(referenceTo(other))).movements).toMatchObject([{ amount: 114_000n }]);
      });

      test('that are lost are made good by asking; those that our side refuses come again', async () => {
        await stage.weather({ target: 'notifications', mode: 'drop', from: company });
        const charge = await newCharge();
        await paid(charge);
        await stage.world.quiet();
        expect(stage.arrivals).toEqual([]);
        expect(factIn(await gateway.find(referenceTo(charge))).state).toBe('captured');

        await stage.clearSky();
        stage.answers.push(500, 500);
        await paid(await newCharge());
        await stage.arrived(1);
        await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 60 });
        await stage.arrived(3);
      });

      test('of no sense are malformed', () => {
        const raw = { headers: {}, body: Buffer.from('{"pix":"no"}'), receivedAt: stage.clock.now() };
        const unsigned = subject.make(stage, budgetMs, []);
        expect(['malformed', 'bad-signature']).toContain(hintsOf(raw, unsigned));
      });
    });

    test.runIf(subject.refunds)('money goes back once per refund, and never more than came', async () => {
      const charge = await newCharge();
      await paid(charge);
      const fact = factIn(await gateway.find(referenceTo(charge)));
      const reference = { ...referenceTo(charge, fact.reference ?? null), movementId: fact.movements[0]?.id ?? '' };
      const part = { amount: 40_000n, currency: 'BRL' } as const;
      const refundId = newId('ref');
      const refundOf = async (id: string, amount: typeof part | { amount: bigint; currency: 'BRL' }) =>
        gateway.refund?.(reference, amount, id);
      await refundOf(refundId, part);
      await new Promise((resume) => setTimeout(resume, 350));
      const again = factIn((await refundOf(refundId, part)) ?? { kind: 'not-found' });
      expect(again.movements).toMatchObject([{ kind: 'refund', amount: 40_000n }]);
      expect(factIn((await refundOf(refundId, part)) ?? { kind: 'not-found' }).movements).toEqual(again.movements);
      expect((await refundOf(newId('ref'), { amount: 74_001n, currency: 'BRL' }))?.kind).toBe('silent');
      expect(inBook(charge)).toMatchObject([{ captured: 114_000, refunded: 40_000 }]);
      expect(factIn(await gateway.find(referenceTo(charge))).movements).toHaveLength(2);
    });

    test.runIf(subject.listsCredits)(
      'the list of credits tells of each payment once, from where it was left',
      async () => {
        const before = await gateway.creditsSince?.(null);
        const charge = await newCharge();
        await paid(charge);
        const page = await gateway.creditsSince?.(before?.cursor ?? null);
        expect(page?.hints.map(({ attemptId }) => attemptId)).toEqual([charge.attemptId]);
        expect((await gateway.creditsSince?.(page?.cursor ?? null))?.hints).toEqual([]);
        const [movement] = factIn(await gateway.find(referenceTo(charge))).movements;
        expect(page?.hints[0]?.eventId).toBe(movement?.id);
      },
    );

    test('a crash of the company loses nothing', async () => {
      const charge = await newCharge();
      await paid(charge);
      const before = stage.world.book();
      await stage.restart();
      expect(stage.world.book()).toEqual(before);
      expect(factIn(await gateway.find(referenceTo(charge))).state).toBe('captured');
    });

    /** Lets a gateway do what it does only once (connect, get a token, announce its address) before the weather turns. */
    async function warm(one: GatewayPort): Promise<void> {
      await one.start(await newCharge());
      await new Promise((resume) => setTimeout(resume, 30));
    }
  });
}
