import type { Factors, Row } from './covering.ts';

/** One part of a price: the method's word in calls. */
export interface Part {
  readonly method: string;
}

/** A way to pay a whole price, by one method or by a mix. */
export interface Way {
  readonly market: Market;
  readonly parts: readonly [Part, ...Part[]];
}

export type Market = 'BR' | 'MZ' | 'PE';

const part = (method: string): Part => ({ method });

/** Every way that is tried: each method, and the mixes that buyers ask for. */
export const ways: Readonly<Record<string, Way>> = {
  card: { market: 'BR', parts: [part('credit-card')] },
  'two cards': { market: 'BR', parts: [part('credit-card'), part('credit-card')] },
  'card + Pix': { market: 'BR', parts: [part('credit-card'), part('pix')] },
  Pix: { market: 'BR', parts: [part('pix')] },
  'card + slip': { market: 'BR', parts: [part('credit-card'), part('bankslip')] },
  'Pix + slip': { market: 'BR', parts: [part('pix'), part('bankslip')] },
  slip: { market: 'BR', parts: [part('bankslip')] },
  NuPay: { market: 'BR', parts: [part('nu-pay')] },
  'in person': { market: 'BR', parts: [part('cash')] },
  'card, Mozambique': { market: 'MZ', parts: [part('credit-card')] },
  'M-Pesa': { market: 'MZ', parts: [part('m-pesa')] },
  'card, Peru': { market: 'PE', parts: [part('credit-card')] },
  Yape: { market: 'PE', parts: [part('yape')] },
  PagoEfectivo: { market: 'PE', parts: [part('pago-efectivo')] },
};

/** What is combined, by the names that the published table shows. */
export const factors = {
  method: Object.keys(ways),
  installments: ['once', '3 free', '12 with interest'],
  'order bump': ['no', 'yes'],
  voucher: ['none', 'amount', 'percent'],
  points: ['none', 'part'],
  'plan type': ['yearly', 'recurrency', 'monthly', 'semester'],
  trial: ['none', '7 days'],
  upsell: ['none', 'declined', 'accepted'],
  refund: ['none', 'part', 'all'],
} as const satisfies Factors;

export type FactorName = keyof typeof factors;

/** The triples in which rivals fall down. */
export const triples = [
  ['method', 'installments', 'order bump'],
  ['method', 'points', 'refund'],
  ['method', 'voucher', 'refund'],
] as const;

/** A combination that cannot be, and the rule of a law, a scheme or a contract that says so. Never one of ours alone. */
export interface Ban {
  readonly id: string;
  readonly applies: (row: Row) => boolean;
  readonly rule: string;
}

const marketOf = (row: Row): Market | undefined => ways[row['method'] ?? '']?.market;
const splits = (row: Row): boolean => (row['installments'] ?? 'once') !== 'once';
const isOneOf =
  (...methods: readonly string[]) =>
  (row: Row): boolean =>
    methods.includes(row['method'] ?? '');

export const bans: readonly Ban[] = [
  {
    id: 'P',
    applies: (row) => splits(row) && isOneOf('Pix', 'Pix + slip')(row),
    rule: 'A Pix charge has one amount and one settlement (Banco Central, API Pix 2.9.0, `valor.original`): installments are the card schemes’.',
  },
  {
    id: 'B',
    applies: (row) => splits(row) && isOneOf('slip')(row),
    rule: 'A registered slip has one amount and one due date (Bacen Carta-Circular 2.926/2000, bar code layout).',
  },
  {
    id: 'N',
    applies: (row) => splits(row) && isOneOf('NuPay')(row),
    rule: 'The number of installments is chosen in the payer’s own app and told to nobody before (NuPay for Business, authorization `manually_authorized`).',
  },
  {
    id: 'H',
    applies: (row) => splits(row) && isOneOf('in person')(row),
    rule: 'Bank notes are handed over in one sum (Civil Code, art. 315: money debts are paid at nominal value when due).',
  },
  {
    id: 'M',
    applies: (row) => splits(row) && marketOf(row) === 'MZ',
    rule: 'Mozambique sells without installments (specification, section 9); M-Pesa C2B is a single stage (Vodacom open API).',
  },
  {
    id: 'Y',
    applies: (row) => splits(row) && isOneOf('Yape', 'PagoEfectivo')(row),
    rule: 'Yape and CIP charges have one amount; installments exist for cards only (Culqi API v2, `installments` of a card charge).',
  },
  {
    id: 'T',
    applies: (row) => row['points'] === 'part' && row['trial'] === '7 days',
    rule: 'A member confirms by code what points pay at that moment (the programme’s contract): free time has nothing to pay then.',
  },
  {
    id: 'L',
    applies: (row) => row['points'] === 'part' && marketOf(row) !== 'BR',
    rule: 'The points programme serves members with a CPF, in Brazil (the programme’s contract).',
  },
];

/** The rules that forbid a row; none: it must work. */
export function bansOn(row: Row): readonly Ban[] {
  return bans.filter(({ applies }) => applies(row));
}
