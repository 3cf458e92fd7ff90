import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { err } from '#src/kernel/result/result.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import {
  createTenderWorld,
  reads,
  type TenderChanges,
  type TenderWorld,
} from '#tests/support/worlds/tender-world.server.ts';
import type { Lead } from '../../checkout/leads/index.ts';
import type { TrialTerms } from '../../catalog/terms/index.ts';

let database: TestDatabase;
let given: Parameters<typeof createTenderWorld>[0];
let stage: TenderWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  const world = createDomainWorld(database);
  given = { ctx: world.ctx, ...(await world.buyer()) };
});
afterAll(() => database.close());
beforeEach(() => {
  stage = createTenderWorld(given);
});

const minute = 60_000;
const price = 114_000n;
const mastercard = new Map([['prof_1', { gateway: 'second', brand: 'mastercard' }]]);
const prepare = (changes?: TenderChanges) => stage.prepare(changes);
const failure = (code: string, rest: object = {}) => ({ ok: false, error: { code, ...rest } });
const inTwelve = { installments: 12 };

describe('a prepared tender', () => {
  test('contains the amount, the gateway and the deadline', () => {
    stage.server = { expiresAt: (from, market) => new Date(from.getTime() + (market === 'BR' ? 30 : 0) * minute) };
    const prepared = accepted(prepare());
    expect(prepared).toEqual({
      ...{ rail: expect.objectContaining({ id: 'now' }), gateway: stage.companies.first, method: 'at-once' },
      ...{ planId: 'plan-year', installments: 1, principal: price, interest: 0n, singleUseHash: null },
      details: {
        payer: { name: given.lead.name, email: given.lead.email, phone: given.lead.phone },
        details: {},
        kept: {},
      },
      expiresAt: new Date(stage.now.getTime() + 30 * minute),
      deadlineAt: new Date(stage.now.getTime() + 31 * minute),
    });
  });

  test('has its rail’s deadline for a payment under way, or that of the form', () => {
    stage.server = { ...reads({ graceSeconds: 0 }), graceSeconds: 600 };
    const { expiresAt, deadlineAt } = accepted(prepare());
    expect(deadlineAt).toEqual(expiresAt);
    stage.server = { ...reads({}), graceSeconds: 600 };
    expect(accepted(prepare()).deadlineAt.getTime()).toBe(expiresAt.getTime() + 10 * minute);
  });

  test('keeps only the fingerprint of a single-use value', () => {
    expect(accepted(prepare({ request: { fields: { token: 'jwe' } } })).singleUseHash).toBe(sha256('jwe'));
  });
});

describe('the sale data for a rail', () => {
  test('contains buyer, time, place and language, and the possible mandates', () => {
    Object.assign(stage.companies.first, { consents: {}, verify: () => undefined });
    prepare({ request: { fields: { cvv: '123' } } });
    const { name, email, phone } = given.lead;
    expect(stage.reported).toEqual([
      {
        ...{ fields: { cvv: '123' }, market: 'BR', locale: 'pt-BR', buyer: { name, email, phone }, now: stage.now },
        ...{ recurring: stage.terms, renewal: stage.terms, requiresSecurityCode: false, late: null },
      },
    ]);
  });

  test('omits what the gateway cannot do: mandates and payment profiles', () => {
    Object.assign(stage.companies.first, { consents: {} });
    prepare();
    Object.assign(stage.companies.first, { consents: undefined, verify: () => undefined });
    prepare();
    expect(stage.reported).toMatchObject([
      { recurring: stage.terms, renewal: null },
      { recurring: null, renewal: stage.terms },
    ]);
  });

  test('offers no mandate to a buyer who pays a part of the price', () => {
    Object.assign(stage.companies.first, { consents: {}, verify: () => undefined });
    prepare({ principal: price - 1n });
    expect(stage.reported).toMatchObject([{ recurring: null, renewal: null }]);
  });

  test('saves the instrument where a trial comes first, whatever the form said', () => {
    const trial: TrialTerms = {
      ...{ unit: 'day', count: 7, startsOn: '2026-03-01', freeUntil: '2026-03-07', firstChargeOn: '2026-03-08' },
      ...{ amount: price, people: 1, termAmount: price },
    };
    prepare({ quote: { trial }, request: { fields: { cvv: '123', keep: '' } } });
    expect(stage.reported[0]?.fields).toEqual({ cvv: '123', keep: 'yes' });
  });

  test('contains the late fee, where the plan has one for that method', () => {
    const late = { fine: '0.02', monthlyInterest: '0.01' };
    const [plan] = course.plans;
    if (!plan) throw new Error('Nothing is sold');
    const methods = plan.methods.map((one) => (one.method === 'by-code' ? { ...one, late } : one));
    stage.product = { ...course, plans: [{ ...plan, methods }] };
    prepare({ request: { method: 'by-code' } });
    prepare();
    stage.product = null;
    accepted(prepare({ request: { method: 'by-code' } }));
    expect(stage.reported.map((input) => input.late)).toEqual([late, null, null]);
  });
});

describe('a payment profile', () => {
  const fields = { paymentProfileId: 'prof_1' };

  test('is charged at its own gateway, also where that one is avoided', () => {
    const named = prepare({ vaults: mastercard, request: { fields }, avoided: ['second'] });
    expect(accepted(named).gateway).toBe(stage.companies.second);
    expect(accepted(prepare({ vaults: mastercard, avoided: ['first'] })).gateway).toBe(stage.companies.second);
    expect(accepted(prepare({ vaults: mastercard })).gateway).toBe(stage.companies.first);
  });

  test('requires the security code where its gateway does for its brand, except in a one-click payment', () => {
    for (const company of Object.values(stage.companies))
      Object.assign(company, { requiresSecurityCode: ['mastercard'] });
    const visa = new Map([['prof_1', { gateway: 'second', brand: 'visa' }]]);
    prepare({ vaults: mastercard, request: { fields } });
    prepare({ vaults: mastercard, request: { fields, isOneClick: true } });
    prepare({ vaults: visa, request: { fields } });
    prepare({ vaults: mastercard });
    Object.assign(stage.companies.second, { requiresSecurityCode: undefined });
    prepare({ vaults: mastercard, request: { fields } });
    expect(stage.reported.map(({ requiresSecurityCode }) => requiresSecurityCode)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('installments', () => {
  test('are those of the quote, and their interest is charged beside the price', () => {
    const rows = [{ count: 12, value: 9_900n, tax: 4_800n, total: 118_800n, monthlyRate: '0.0066' }];
    const quote = { installments: rows };
    expect(accepted(prepare({ quote, request: inTwelve }))).toMatchObject({
      ...{ installments: 12, principal: price, interest: 4_800n },
    });
    expect(prepare({ quote, request: { installments: 11 } })).toEqual(failure('installments-not-offered'));
    // Once, where the plan has none at all.
    expect(accepted(prepare({ quote: { installments: [] } })).interest).toBe(0n);
  });

  test('count towards the limit of one payment', () => {
    const installments = [{ count: 12, value: 9_900n, tax: 4_800n, total: 118_800n, monthlyRate: '0.0066' }];
    stage.rail = { limits: { BRL: { most: 118_799n } } };
    const limit = { amount: 118_799n, currency: 'BRL' };
    expect(prepare({ quote: { installments }, request: inTwelve })).toEqual(
      failure('amount-above-limit', { limit, tender: 3 }),
    );
    stage.rail = { limits: { BRL: { most: 118_800n } } };
    expect(prepare({ quote: { installments }, request: inTwelve }).ok).toBe(true);
  });

  test('are refused for a method without them, and are counted from one', () => {
    expect(prepare({ request: { method: 'by-code', installments: 2 } })).toEqual(failure('installments-not-offered'));
    for (const installments of [0, -1, 1.5])
      expect(prepare({ request: { installments } })).toEqual(failure('installments-not-offered'));
  });

  test('of a part respect the plan’s minimum, or the quote’s where the plan is not sold any more', () => {
    const part = (principal: bigint) => prepare({ principal, request: inTwelve });
    const least = [part(6_000n), part(5_999n)].map((one) => one.ok);
    expect(least).toEqual([true, false]);
    stage.product = null;
    expect(part(113_999n)).toEqual(failure('installments-not-offered'));
    stage.product = { ...course, plans: course.plans.map((plan) => ({ ...plan, installments: null })) };
    expect(part(113_999n)).toEqual(failure('installments-not-offered'));
  });
});

describe('a payment method', () => {
  test('is refused when it is unknown, not of the quote or the market, or without a gateway', () => {
    const missing = failure('method-not-offered');
    expect(prepare({ request: { method: 'shells' } })).toEqual(missing);
    expect(prepare({ quote: { methods: [{ method: 'by-code', planId: 'plan-year' }] } })).toEqual(missing);
    expect(prepare({ avoided: ['first', 'second'] })).toEqual(missing);
    stage.rail = { markets: ['PE', 'MZ'] };
    expect(prepare()).toEqual(missing);
    stage.rail = { markets: ['PE', 'BR'] };
    expect(prepare().ok).toBe(true);
  });

  test('is the rail’s form’s, with its own plan, where both rail and quote have it', () => {
    const methods = [
      { method: 'at-once', planId: 'plan-year' },
      { method: 'by-purse', planId: 'plan-purse' },
      { method: 'by-code', planId: 'plan-code' },
    ];
    stage.rail = { methods: ['at-once', 'by-purse', 'by-tin'] };
    stage.server = reads({ method: 'by-purse' });
    expect(accepted(prepare({ quote: { methods } }))).toMatchObject({ method: 'by-purse', planId: 'plan-purse' });
    for (const method of ['by-tin', 'by-code']) {
      stage.server = reads({ method });
      expect(prepare({ quote: { methods } })).toEqual(failure('method-not-offered'));
    }
  });

  test('whose form is invalid names the field', () => {
    stage.server = { readDetails: () => err({ cvv: 'payment.error.cvv' }) };
    expect(prepare()).toEqual(failure('fields-invalid', { fields: { cvv: 'payment.error.cvv' } }));
  });

  test('whose form was encrypted for a gateway is charged there, also where that one is avoided; never at another', () => {
    stage.server = reads({ sealed: { for: 'second', again: { card: 'payment.error.again' } } });
    expect(accepted(prepare({ avoided: ['second'] })).gateway).toBe(stage.companies.second);
    stage.server = reads({ sealed: { for: 'third', again: { card: 'payment.error.again' } } });
    expect(prepare()).toEqual(failure('fields-invalid', { fields: { card: 'payment.error.again' } }));
  });
});

describe('a tax id', () => {
  const known = (type: string): Partial<Lead> => ({ document: { type, number: '1' } });
  const lead = (type: string): Lead => ({ ...given.lead, ...known(type) });

  test('of a kind that the rail takes, or none yet, pays; any other does not', () => {
    stage.rail = { documents: ['dni', 'cpf'] };
    expect(prepare().ok).toBe(true);
    expect(prepare({ lead: lead('cpf') }).ok).toBe(true);
    expect(prepare({ lead: lead('cnpj') })).toEqual(failure('document-not-taken', { tender: 3 }));
    stage.rail = {};
    expect(prepare({ lead: lead('cnpj') }).ok).toBe(true);
  });

  test('in the form takes precedence over the stored one', () => {
    stage.rail = { documents: ['cpf'] };
    stage.server = reads({ payer: { name: 'M', email: 'm@example.com', document: { type: 'cpf', number: '1' } } });
    expect(prepare({ lead: lead('cnpj') }).ok).toBe(true);
    stage.server = reads({ payer: { name: 'M', email: 'm@example.com', document: { type: 'cnpj', number: '1' } } });
    expect(prepare({ lead: lead('cpf') }).ok).toBe(false);
  });
});
