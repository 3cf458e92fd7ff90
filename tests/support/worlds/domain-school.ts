import type { Product, Voucher } from '#src/domain/catalog/products/index.ts';
import type { DunningSchedule, TestLocation, ReminderSchedule } from '#src/domain/catalog/brand-data/index.ts';
import type { FranchiseUnit } from '#src/domain/catalog/units/index.ts';

const price = { amount: 114_000n, currency: 'BRL' as const };

/** What this world's school sells. */
export const course: Product = {
  key: 'course',
  code: 'course',
  slugs: [],
  keepsSlug: false,
  business: 'school',
  title: 'Curso',
  description: null,
  plans: [
    {
      id: 'plan-year',
      code: 'year',
      name: 'Anual',
      planType: 'yearly',
      market: 'BR',
      price,
      standardPrice: price,
      cycles: 12,
      cyclePrice: { amount: 9_500n, currency: 'BRL' },
      methods: [
        { method: 'at-once', active: true, planId: 'plan-year' },
        { method: 'by-code', active: true, planId: 'plan-year' },
      ],
      installments: { max: 12, monthlyRate: '0', minimum: { amount: 500n, currency: 'BRL' } },
      trial: null,
      ticketLot: null,
      profiles: [{ count: 2, title: 'Mais um aluno', price: { amount: 171_000n, currency: 'BRL' } }],
      bumps: [
        {
          code: 'kit',
          id: 'bump-kit',
          title: 'Kit de exercícios',
          description: null,
          price: { amount: 9_700n, currency: 'BRL' },
          standardPrice: { amount: 14_700n, currency: 'BRL' },
        },
      ],
    },
  ],
};

/** For one order only. */
export const lastOne: Voucher = {
  code: 'last-one',
  kind: 'amount',
  amount: { amount: 12_000n, currency: 'BRL' },
  limit: 1,
  validFrom: null,
  validUntil: null,
  plans: null,
  products: null,
};

/** For any number of orders. */
export const forAll: Voucher = { ...lastOne, code: 'for-all', limit: null };

const at = { address: 'Rua Um, 1', city: 'São Paulo', region: 'SP', country: 'BR' } as const;

/** Branches of the school. */
export const units: readonly FranchiseUnit[] = [{ ...at, id: 'centro', name: 'Centro' }];

/** Exam rooms: one with two chairs, one with plenty. */
export const testLocations: readonly TestLocation[] = [
  { ...at, id: 'small-room', name: 'Sala pequena', capacity: 2 },
  { ...at, id: 'hall', name: 'Salão', capacity: 500 },
];

/** What follows when a subscription's charge fails: as the base of the brands has it, less a few letters. */
export const dunning: DunningSchedule = {
  retryDays: [1, 3, 5, 7],
  retryHour: 6,
  graceDays: 7,
  suspendDay: 8,
  cancelDay: 30,
  smsHours: { from: 9, to: 20 },
  reminders: [
    { kind: 'failed', day: 0, by: ['email', 'sms'] },
    { kind: 'last-days', day: 6, by: ['email', 'sms'] },
    { kind: 'suspended', day: 8, by: ['email', 'sms'] },
    { kind: 'ends-soon', day: 27, by: ['email'] },
  ],
  beforeFirstCharge: [{ kind: 'first-charge', days: 3, fromMonths: 1, by: ['email'] }],
  beforeRenewal: [{ kind: 'renewal', days: 7, fromMonths: 6, by: ['email'] }],
};

/** What is said to those who left before paying: as the base of the brands has it. */
export const reminders: ReminderSchedule = {
  steps: [
    { afterMinutes: 60, by: 'email' },
    { afterMinutes: 1440, by: 'sms' },
    { afterMinutes: 4320, by: 'email' },
  ],
  smsHours: { from: 9, to: 20 },
  priceHoldsHours: 168,
};
