import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';

export const railSuccess: RailSuccessView = {
  summaryLine: ({ shown }, t) => (typeof shown === 'string' ? t('success.loyalty-points.line', { shown }) : null),
};
