import type { Outcome } from './charge.types.ts';

/** A card as it comes out of the token: digits only, month 1–12, year with four digits. */
export interface CardData {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly securityCode: string;
}

/** Result of an authentication of a card when the merchant offers it. */
export type Authentication =
  | 'none'
  | 'frictionless'
  | 'frictionless-failed'
  | 'challenge'
  | 'challenge-failed'
  | 'not-enrolled'
  /** ARes A: the scheme answered for the bank. */
  | 'attempted'
  /** ARes U: not possible now. */
  | 'unavailable'
  /** ARes R: the bank rejects; nothing may be authorized. */
  | 'rejected'
  /** ARes I: the data were only shown. */
  | 'data-only'
  /** No challenge in a browser in which the 3DS Method ran; a challenge in any other. */
  | 'known-browser';

/** Cards whose bank runs the 3DS Method first; `silent`: its page never ends. */
export const threeDsMethodCardRanges = [
  { startRange: '4000000000001000', endRange: '4000000000001999', page: 'method' },
  { startRange: '4000000000002000', endRange: '4000000000002999', page: 'silent' },
] as const;

export type CardKind = 'credit' | 'debit' | 'prepaid';

export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly does: string;
}

/** Authentication by number, as the sandbox of Cielo's 3-D Secure documents it. Every other card is not challenged. */
const authentications: Readonly<Record<string, Authentication>> = {
  '4000000000001091': 'challenge',
  '5200000000001096': 'challenge',
  '4000000000001109': 'challenge-failed',
  '4000000000001117': 'not-enrolled',
  '4000000000001000': 'frictionless',
  '6505050000001000': 'frictionless',
  '4000000000001018': 'frictionless-failed',
  // Our own numbers, for cases beyond that sandbox.
  '4000000000001125': 'attempted',
  '4000000000001133': 'unavailable',
  '4000000000001141': 'rejected',
  '5200000000001104': 'data-only',
  '4000000000001158': 'challenge',
  '4000000000001166': 'unavailable',
  '4000000000001182': 'known-browser',
  '4000000000002008': 'known-browser',
};

/** Other traits of a number: its kind, its bank's country, and a decline with the scheme's advice code. */
interface Traits {
  readonly kind: CardKind;
  readonly countryOfIssue: string;
  readonly declines?: Outcome;
  /** Its bank's answer once the card is kept, where it differs from the first. */
  readonly whenSaved?: Outcome;
}
const usual: Traits = { kind: 'credit', countryOfIssue: 'BR' };
const traits: Readonly<Record<string, Traits | undefined>> = {
  '4000000000001158': { ...usual, kind: 'debit' },
  '4000000000001166': { ...usual, kind: 'debit' },
  '4000000000001174': { ...usual, countryOfIssue: 'US' },
  '5200000000001112': { ...usual, declines: { approved: false, returnCode: '51', adviceCode: '24' } },
  '5200000000001120': { ...usual, declines: { approved: false, returnCode: '79', adviceCode: '03' } },
  '4000000000001190': { ...usual, declines: { approved: false, returnCode: '51' } },
};

/** Paid by its holder, declined when charged later: any number with this prefix, since limits count by card. */
const emptyLater = '400077';

export function traitsOf(number: string): Traits {
  const known = traits[number] ?? usual;
  return number.startsWith(emptyLater) ? { ...known, whenSaved: declined('51') } : known;
}

/** Refusals by the last digit of the number, as Cielo's sandbox documents them; 0, 1 and 4 are approved, 9 is chance. */
const declinesByLastDigit: Readonly<Record<string, string>> = { 2: '05', 3: '57', 5: '78', 6: '99', 7: '77', 8: '70' };

export const approvedCode = '4';
export const capturedCode = '6';

export function authenticationOf(number: string): Authentication {
  return authentications[number] ?? 'none';
}

/** Brand by the first digits, for the sandbox's own receipts; `unknown` for any other. */
export function brandOf(number: string): string {
  const found = brandPatterns.find(([, pattern]) => pattern.test(number));
  return found?.[0] ?? 'unknown';
}

const brandPatterns: readonly (readonly [string, RegExp])[] = [
  ['elo', /^(4011(78|79)|438935|45763[12]|506(699|7\d\d)|509\d{3}|627780|636297|636368|6505|6507|6509|6516|6550)/],
  ['hipercard', /^606282/],
  ['american_express', /^3[47]/],
  ['diners', /^3(0[0-5]|[689])/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['visa', /^4/],
];

/** The bank's decision on a card: number, expiry and code first, then the rule of the test numbers. */
export function decide(
  card: CardData,
  today: { readonly year: number; readonly month: number },
  chance: () => number,
): Outcome {
  if (!hasCheckDigit(card.number)) return declined('14');
  if (card.expiryYear * 12 + card.expiryMonth < today.year * 12 + today.month) return declined('54');
  if (!isCodeOf(brandOf(card.number), card.securityCode)) return declined('82');
  const { declines, countryOfIssue } = traitsOf(card.number);
  if (declines) return declines;
  if (authenticationOf(card.number) !== 'none' || countryOfIssue !== usual.countryOfIssue) return approved;
  const last = card.number.slice(-1);
  if (last === '9') return chance() < 0.5 ? approved : declined('05');
  const code = declinesByLastDigit[last];
  return code === undefined ? approved : declined(code);
}

/** Whether a code is as long as the brand's are. */
export function isCodeOf(brand: string, code: string): boolean {
  return code.length === (brand === 'american_express' ? 4 : 3);
}

const approved: Outcome = { approved: true, returnCode: approvedCode };

export function declined(returnCode: string): Outcome {
  return { approved: false, returnCode };
}

/** ISO/IEC 7812-1 annex B: doubling every second digit from the right, the sum ends in zero. */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, character, place) => {
    const value = Number(character) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The table on the index. Each number has a right check digit. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'Visa', does: 'Aprovado' },
  { number: '4012001037141112', brand: 'Visa', does: 'Recusado pelo banco (05)' },
  { number: '5555666677778884', brand: 'Mastercard', does: 'Aprovado' },
  { number: '5105105105105100', brand: 'Mastercard', does: 'Aprovado' },
  { number: '6362970000457013', brand: 'Elo', does: 'Recusado: cartão expirado (57)' },
  { number: '4012001038443335', brand: 'Visa', does: 'Recusado: cartão bloqueado (78)' },
  { number: '4551870000000076', brand: 'Visa', does: 'Recusado: o banco não respondeu (99)' },
  { number: '4073020000000077', brand: 'Visa', does: 'Recusado: cartão cancelado (77)' },
  { number: '5453010000060038', brand: 'Mastercard', does: 'Recusado: problemas com o cartão (70)' },
  { number: '5200000000001096', brand: 'Mastercard', does: '3-D Secure: o banco pede confirmação' },
  { number: '4000000000001091', brand: 'Visa', does: '3-D Secure: o banco pede confirmação' },
  { number: '4000000000001109', brand: 'Visa', does: '3-D Secure: pede confirmação e falha sempre' },
  { number: '4000000000001000', brand: 'Visa', does: '3-D Secure sem perguntas: aprovado' },
  { number: '6505050000001000', brand: 'Elo', does: '3-D Secure sem perguntas: aprovado' },
  { number: '4000000000001018', brand: 'Visa', does: '3-D Secure sem perguntas: não autenticado' },
  { number: '4000000000001117', brand: 'Visa', does: '3-D Secure: cartão não participa, aprovado sem autenticação' },
  { number: '4000000000001125', brand: 'Visa', does: '3-D Secure: tentativa registrada pela bandeira, aprovado' },
  { number: '4000000000001133', brand: 'Visa', does: '3-D Secure indisponível: aprovado, o risco é da loja' },
  { number: '4000000000001141', brand: 'Visa', does: '3-D Secure: o banco rejeita, nada é autorizado' },
  { number: '5200000000001104', brand: 'Mastercard', does: '3-D Secure só com dados: aprovado, o risco é da loja' },
  { number: '4000000000001158', brand: 'Visa débito', does: '3-D Secure: o banco pede confirmação' },
  { number: '4000000000001166', brand: 'Visa débito', does: '3-D Secure indisponível: recusado, débito exige' },
  { number: '4000000000001174', brand: 'Visa', does: 'Emitido nos Estados Unidos: aprovado' },
  { number: '4000000000001182', brand: 'Visa', does: '3-D Secure: o banco olha o navegador e não pergunta' },
  {
    number: '4000000000002008',
    brand: 'Visa',
    does: '3-D Secure: a página do banco não responde; depois de 10 s, pergunta',
  },
  { number: '4000000000001190', brand: 'Visa', does: 'Recusado: sem limite (51)' },
  {
    number: '4000770000000034',
    brand: 'Visa',
    does: 'Aprovado; guardado, as cobranças seguintes são recusadas (51). Vale para todo número que começa com 400077',
  },
  { number: '5200000000001112', brand: 'Mastercard', does: 'Recusado: sem limite, tentar após 1 hora (51, MAC 24)' },
  { number: '5200000000001120', brand: 'Mastercard', does: 'Recusado: nunca tentar de novo (79, MAC 03)' },
  {
    number: '371449635398431',
    brand: 'American Express',
    does: 'Aprovado; guardado, só o código é pedido de novo (0000 é recusado)',
  },
  { number: '376449047333005', brand: 'American Express', does: 'Recusado: cartão bloqueado (78)' },
  { number: '36490102462661', brand: 'Diners', does: 'Aprovado' },
  { number: '6062825624254001', brand: 'Hipercard', does: 'Aprovado' },
];
