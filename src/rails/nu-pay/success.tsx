import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';

export const railSuccess: RailSuccessView = { summaryLine: (_kept, t) => t('success.nu-pay.line') };
