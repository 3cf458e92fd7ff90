/**
 * The acquirer's rules for changes of a charge, and their errors: Cielo's E-commerce API 3.0 (`Captura`,
 * `Cancelamento`, `Status transacional`, `Cartão de crédito em sandbox`). Amounts are minor units.
 */
const dayMs = 86_400_000;
/** An uncaptured authorization is voided after so long. */
const captureDays = 15;

export type CaptureProblem = 'authorization-expired' | 'already-captured';

/** A charge is captured once, all or a part, within fifteen days. */
export function captureProblem(asked: { readonly ageMs: number; readonly captures: number }): CaptureProblem | null {
  if (asked.captures > 0) return 'already-captured';
  return asked.ageMs > captureDays * dayMs ? 'authorization-expired' : null;
}

/** Refunds never exceed the sale. `code` is the API's own pair of reason and provider code. */
export function refundProblem(asked: {
  readonly sale: number;
  readonly refunded: number;
  readonly refund: number;
}): { readonly code: '51/102' } | null {
  return asked.refunded + asked.refund > asked.sale ? { code: '51/102' } : null;
}

const largestAmount = 10_000_000_000;

/** A sale is a positive whole number of minor units; zero is a verification instead. */
export function isSaleAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 1 && amount <= largestAmount;
}

/** The API's numbers of a sale's status. */
export const saleStatuses = {
  0: 'NotFinished',
  1: 'Authorized',
  2: 'PaymentConfirmed',
  3: 'Denied',
  10: 'Voided',
  11: 'Refunded',
  12: 'Pending',
  13: 'Aborted',
  20: 'Scheduled',
} as const;
export type SaleStatus = (typeof saleStatuses)[keyof typeof saleStatuses];

/** A status by its number; null for a number that the API does not have. */
export function saleStatusOf(code: number): SaleStatus | null {
  return new Map<string, SaleStatus>(Object.entries(saleStatuses)).get(String(code)) ?? null;
}

const messages: Readonly<Record<string, string | undefined>> = {
  '4': 'Operação realizada com sucesso',
  '6': 'Operação realizada com sucesso',
  '05': 'Não Autorizada',
  '57': 'Cartão Expirado',
  '78': 'Cartão Bloqueado',
  '99': 'Time Out',
  '77': 'Cartão Cancelado',
  '70': 'Problemas com o Cartão de Crédito',
};

/** What the sandbox prints beside a return code. */
export function returnMessage(returnCode: string): string {
  return messages[returnCode] ?? '';
}
