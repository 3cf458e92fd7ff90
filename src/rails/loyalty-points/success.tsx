import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';

export const railSuccess: RailSuccessView = {
  summaryLine: ({ points }, t) => (typeof points === 'number' ? t('success.loyalty-points.line', { points }) : null),
};
