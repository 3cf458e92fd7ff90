import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';
import { brandById } from './brands.ts';

/** Brand and last digits. The success page is made on the server, so the table of brands costs the browser nothing. */
export const railSuccess: RailSuccessView = {
  summaryLine({ brand, last4 }, t) {
    const known = typeof brand === 'string' ? brandById(brand) : null;
    return known && typeof last4 === 'string'
      ? t('success.card.line', { brand: known.name, last4 })
      : t('success.card.line.plain');
  },
};
