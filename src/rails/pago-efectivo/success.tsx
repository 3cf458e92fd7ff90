import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';

export const railSuccess: RailSuccessView = { summaryLine: (_kept, t) => t('success.pago-efectivo.line') };
