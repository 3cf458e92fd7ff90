/** One charge of a company. Amounts are minor units; `reference` is the school's own. */
export interface BookCharge {
  /** The company's name in the sandbox. */
  readonly company: string;
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  /** Amount that buyers' banks took back and kept. */
  readonly disputed: number;
  readonly createdAt: string;
}

/** Money that moved, once per `id`. */
export interface BookMovement {
  readonly company: string;
  readonly id: string;
  readonly chargeId: string;
  readonly kind: 'capture' | 'refund' | 'chargeback' | 'chargeback-won';
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
}

/** The true charges and movements of one company, or of all, whatever the product received: the ground truth for checks. */
export interface Book {
  readonly charges: readonly BookCharge[];
  readonly movements: readonly BookMovement[];
}

/** The sum of the movements of a kind, in minor units. */
export function sumOf(movements: readonly BookMovement[], kind: BookMovement['kind']): number {
  return movements.reduce((total, movement) => (movement.kind === kind ? total + movement.amount : total), 0);
}
