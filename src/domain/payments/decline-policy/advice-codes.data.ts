/** What a scheme advises after a refusal (Mastercard's merchant advice codes, by Cielo's `programa-retentativa-bandeiras`). */
export interface Advice {
  /** The card must never be tried again by us. */
  readonly never?: true;
  /** Its owner ended the plan: stop the subscription. */
  readonly stopSubscription?: true;
  /** Not before so many hours; only after `onlyAfter` where it is named. */
  readonly pauseHours?: number;
  readonly onlyAfter?: string;
  /** New card data exist (account updater): the same data will not do. */
  readonly newData?: true;
}

const lowFunds = (pauseHours: number): Advice => ({ pauseHours, onlyAfter: '51' });

export const adviceCodes: Readonly<Record<string, Advice | undefined>> = {
  '01': { newData: true },
  '02': { pauseHours: 72 },
  '03': { never: true },
  // Requirements of this kind of token were not met: ours to fix, the card may be used.
  '04': {},
  '21': { never: true, stopSubscription: true },
  '24': lowFunds(1),
  '25': lowFunds(24),
  '26': lowFunds(2 * 24),
  '27': lowFunds(4 * 24),
  '28': lowFunds(6 * 24),
  '29': lowFunds(8 * 24),
  '30': lowFunds(10 * 24),
  // A prepaid card that cannot be filled again; a virtual card for one use.
  '40': { never: true },
  '41': { never: true },
};
