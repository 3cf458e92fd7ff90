import { brandOf, hasCheckDigit } from '../test-acquirer/test-cards.ts';
import type { Decision } from './charge.types.ts';

/** A card as the browser posts it for a token. */
export interface TokenCard {
  readonly number: string;
  readonly holder: string;
  readonly month: number;
  readonly year: number;
  readonly code: string;
}

/** Declines by the last digit of the number; 0, 1, 4 and 9 are approved. Each is of another class. */
const refusedByLastDigit: Readonly<Record<string, string>> = {
  2: '1000',
  3: '1016',
  5: '1025',
  6: '9111',
  7: '9103',
  8: '2009',
};

/** The scheme's code of a decline, where the bank gave one; null for the acquirer's own declines. */
export function brandCodeOf(returnCode: string): string | null {
  const codes: Readonly<Record<string, string>> = { 1000: '05', 1001: '54', 1016: '51', 1025: '78', 2009: '43' };
  return codes[returnCode] ?? null;
}

export const approvedCode = '0000';

/** The bank's decision: number, expiry and code first, then the rule of the test numbers. */
export function decide(card: TokenCard, today: { readonly year: number; readonly month: number }): Decision {
  if (!hasCheckDigit(card.number)) return refused('1011');
  if (card.year * 12 + card.month < today.year * 12 + today.month) return refused('1001');
  if (card.code.length !== (brandOf(card.number) === 'american_express' ? 4 : 3)) return refused('1045');
  const code = refusedByLastDigit[card.number.slice(-1)];
  return code === undefined ? { approved: true, returnCode: approvedCode } : refused(code);
}

export function refused(returnCode: string): Decision {
  return { approved: false, returnCode };
}

/** The cards on the index. Each number has a right check digit. */
export const testCards: readonly { readonly number: string; readonly does: string }[] = [
  { number: '4000000000000010', does: 'Aprovado' },
  { number: '4111111111111111', does: 'Aprovado' },
  { number: '4012001037141112', does: 'Recusado pelo banco (1000)' },
  { number: '6362970000457013', does: 'Recusado: saldo insuficiente (1016)' },
  { number: '4012001038443335', does: 'Recusado: cartão bloqueado (1025)' },
  { number: '4551870000000076', does: 'Recusado: o banco não respondeu (9111)' },
  { number: '4073020000000077', does: 'Recusado: cartão cancelado (9103)' },
  { number: '5453010000060038', does: 'Recusado: cartão restrito (2009)' },
];
