import type { Factors, Row } from './covering-rows.ts';

/** One part of a price: the method's word in calls. */
export interface Part {
  readonly method: string;
}

/** A way to pay a whole price, by one method or by a mix. */
export interface MethodLevel {
  readonly market: Market;
  readonly parts: readonly [Part, ...Part[]];
}

export type Market = 'BR' | 'MZ' | 'PE';

const part = (method: string): Part => ({ method });

/** Every way that is tried: each method of the specification, points, and the mixes that buyers ask for. */
export const methodLevels: Readonly<Record<string, MethodLevel>> = {
  card: { market: 'BR', parts: [part('credit-card')] },
  'kept card': { market: 'BR', parts: [part('default-credit-card')] },
  'two cards': { market: 'BR', parts: [part('credit-card'), part('credit-card')] },
  'card + Pix': { market: 'BR', parts: [part('credit-card'), part('pix')] },
  'kept card + Pix': { market: 'BR', parts: [part('default-credit-card'), part('pix')] },
  Pix: { market: 'BR', parts: [part('pix')] },
  'card + slip': { market: 'BR', parts: [part('credit-card'), part('bankslip')] },
  'Pix + slip': { market: 'BR', parts: [part('pix'), part('bankslip')] },
  slip: { market: 'BR', parts: [part('bankslip')] },
  NuPay: { market: 'BR', parts: [part('nu-pay')] },
  'points alone': { market: 'BR', parts: [part('loyalty-points')] },
  'card at a unit': { market: 'BR', parts: [part('credit-card-in-person')] },
  'Pix at a unit': { market: 'BR', parts: [part('pix-in-person')] },
  'cash at a unit': { market: 'BR', parts: [part('cash')] },
  'cheque at a unit': { market: 'BR', parts: [part('cheque')] },
  'card + cash at a unit': { market: 'BR', parts: [part('credit-card'), part('cash')] },
  'card, Mozambique': { market: 'MZ', parts: [part('credit-card')] },
  'kept card, Mozambique': { market: 'MZ', parts: [part('default-credit-card')] },
  'M-Pesa': { market: 'MZ', parts: [part('m-pesa')] },
  'card, Peru': { market: 'PE', parts: [part('credit-card')] },
  'kept card, Peru': { market: 'PE', parts: [part('default-credit-card')] },
  Yape: { market: 'PE', parts: [part('yape')] },
  PagoEfectivo: { market: 'PE', parts: [part('pago-efectivo')] },
};

/** What is combined, by the names that the published table shows. */
export const factors = {
  method: Object.keys(methodLevels),
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

const marketOf = (row: Row): Market | undefined => methodLevels[row['method'] ?? '']?.market;
const splits = (row: Row): boolean => (row['installments'] ?? 'once') !== 'once';
const isOneOf =
  (...methods: readonly string[]) =>
  (row: Row): boolean =>
    methods.includes(row['method'] ?? '');

export const bans: readonly Ban[] = [
  {
    id: 'P',
    applies: (row) => splits(row) && isOneOf('Pix', 'Pix + slip', 'Pix at a unit')(row),
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
    applies: (row) => splits(row) && isOneOf('cash at a unit')(row),
    rule: 'Bank notes are handed over in one sum (Civil Code, art. 315: money debts are paid at nominal value when due).',
  },
  {
    id: 'C',
    applies: (row) => splits(row) && isOneOf('cheque at a unit')(row),
    rule: 'A cheque is payable at sight, and whatever says otherwise on it counts as not written (Lei 7.357/1985, art. 32).',
  },
  {
    id: 'D',
    applies: (row) => splits(row) && isOneOf('card at a unit')(row),
    rule: 'The holder of a card at a unit chooses its installments on the terminal of the unit’s own acquirer, which tells it to nobody before (the unit’s contract with its acquirer).',
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
    id: 'L',
    applies: (row) => row['points'] === 'part' && marketOf(row) !== 'BR',
    rule: 'The points programme serves members with a CPF, in Brazil (the programme’s contract).',
  },
];

/** The rules that forbid a row; none: it must work. */
export function bansOn(row: Row): readonly Ban[] {
  return bans.filter(({ applies }) => applies(row));
}
