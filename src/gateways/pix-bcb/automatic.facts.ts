import type { MandateRules } from '../../domain/payments/index.ts';

/**
 * Facts of Pix Automático without a primary source (unverified). They are in this file only. A charge is sent 10 to 2
 * days before it falls due; the payer may stop it until 23:59 of the day before; after a failed charge up to three more
 * tries on different days within seven days (`PERMITE_3R_7D`).
 */
export const automaticRules: MandateRules = {
  sendDaysBefore: { earliest: 10, latest: 2 },
  retries: { most: 3, withinDays: 7 },
};
