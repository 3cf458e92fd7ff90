import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';

export const railSuccess: RailSuccessView = {
  summaryLine: ({ phoneEnd }, t) =>
    typeof phoneEnd === 'string' ? t('success.m-pesa.line', { end: phoneEnd }) : t('success.m-pesa.line.plain'),
};
