import { hasCheckDigit } from '../test-acquirer/test-cards.ts';

/** A card as a browser posts it to the tokens endpoint. */
export interface TypedCard {
  readonly number: string;
  readonly cvv: string;
  readonly month: number;
  readonly year: number;
}

interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly does: string;
  readonly refusal?: string;
  readonly review?: 'asks' | 'fails';
}

/** The test cards; every other valid number is paid. */
export const culqiCards: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'Visa', does: 'Aprovado' },
  { number: '5111111111111118', brand: 'Mastercard', does: 'Aprovado' },
  { number: '371212121212122', brand: 'Amex', does: 'Aprovado' },
  { number: '36001212121210', brand: 'Diners', does: 'Aprovado' },
  { number: '4000020000000000', brand: 'Visa', does: 'Recusado: roubado', refusal: 'stolen_card' },
  { number: '4000030000000009', brand: 'Visa', does: 'Recusado: perdido', refusal: 'lost_card' },
  { number: '4000040000000008', brand: 'Visa', does: 'Recusado: saldo insuficiente', refusal: 'insufficient_funds' },
  { number: '4000050000000007', brand: 'Visa', does: 'Recusado: falar com o banco', refusal: 'contact_issuer' },
  { number: '4000060000000006', brand: 'Visa', does: 'Recusado: CVV errado', refusal: 'incorrect_cvv' },
  { number: '4000070000000005', brand: 'Visa', does: 'Recusado: vencido', refusal: 'expired_card' },
  {
    number: '4000080000000004',
    brand: 'Visa',
    does: 'Recusado: o banco não responde',
    refusal: 'issuer_not_available',
  },
  { number: '4000090000000003', brand: 'Visa', does: 'Recusado: fraude', refusal: 'fraudulent' },
  { number: '4000000000001091', brand: 'Visa', does: '3-D Secure: o banco pergunta', review: 'asks' },
  { number: '5200000000001096', brand: 'Mastercard', does: '3-D Secure: o banco pergunta', review: 'asks' },
  { number: '4000000000001109', brand: 'Visa', does: '3-D Secure: pergunta e falha sempre', review: 'fails' },
];

/** The outcome of a card, or Culqi's code for why it gets no token. */
export function decideCard(
  { number, cvv, month, year }: TypedCard,
  today: Date,
): { readonly brand: string; readonly refusal: string | null; readonly review: 'asks' | 'fails' | null } | string {
  if (!hasCheckDigit(number)) return 'invalid_number';
  if (!Number.isInteger(month) || month < 1 || month > 12) return 'invalid_expiration_month';
  if (!Number.isInteger(year) || year * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    return 'invalid_expiration_year';
  const brand = brandOf(number);
  if (!/^\d+$/.test(cvv) || cvv.length !== (brand === 'Amex' ? 4 : 3)) return 'invalid_cvv';
  const known = culqiCards.find((card) => card.number === number);
  return { brand, refusal: known?.refusal ?? null, review: known?.review ?? null };
}

function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'Amex';
  if (/^3[0689]/.test(number)) return 'Diners';
  return number.startsWith('4') ? 'Visa' : 'Mastercard';
}
