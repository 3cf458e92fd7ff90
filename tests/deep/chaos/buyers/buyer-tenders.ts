import { cardNumber, documentOf } from '../checks/canary-values.ts';
import type { Kind, Shop } from './shops.ts';
import type { Market } from './buyer.types.ts';

export interface PlannedPayment {
  readonly tenders: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly voucher?: string;
}

/** What a buyer of this kind pays with, the next time with another card. */
export function plannedPaymentOf({ bank }: Market, kind: Kind, n: number, tries: number, shop: Shop): PlannedPayment {
  const document = documentOf(n);
  const card = (number: string, more: Readonly<Record<string, string>> = {}) =>
    bank.cardFields(number).then((fields) => ({ method: 'credit-card', fields: { ...fields, document, ...more } }));
  const good = cardNumber(n + tries * 1_000);
  switch (kind) {
    case 'pix':
    case 'seat':
    case 'pix-twice':
    case 'left':
      return { tenders: async () => [{ method: 'pix', fields: { document } }] };
    case 'slip':
      return { tenders: async () => [{ method: 'bankslip', fields: { document } }] };
    case 'two-cards':
      return { tenders: async () => [{ ...(await card(good)), amount: 40_000 }, await card(cardNumber(n + 500))] };
    case 'half-refused':
      return { tenders: async () => [{ ...(await card(good)), amount: 40_000 }, await card(cardNumber(n, false))] };
    case 'refused-card':
      return { tenders: async () => [await card(cardNumber(n, false))] };
    case 'renewal':
      return { tenders: async () => [await card(good, { renew: 'yes' })] };
    case 'voucher':
      return {
        tenders: async () => [{ method: 'pix', fields: { document } }],
        ...(shop.voucher === undefined ? {} : { voucher: shop.voucher }),
      };
    case 'consent':
      return { tenders: async () => [{ method: 'pix', fields: { document, automatic: 'yes' } }] };
    case 'card':
    case 'refund':
    case 'regret':
    case 'earner':
    case 'eraser':
    case 'twice':
      return { tenders: async () => [await card(good)] };
  }
}
