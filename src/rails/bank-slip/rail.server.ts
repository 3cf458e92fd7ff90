import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { payerAddress } from '#src/domain/payments/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { addBusinessDays } from '#src/kernel/time/business-days.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import { normalizeDocument } from '#src/kernel/validation/document.rule.ts';
import { registryKind, registryRule } from '#src/kernel/validation/registry.rule.ts';
import { rail } from './rail.ts';

const businessDaysToPay = 3;

export const railServer: RailServer = {
  id: rail.id,
  /** `document`: CPF or CNPJ of the payer, without which no bank registers a slip. */
  readDetails({ fields, buyer }) {
    const typed = fields['document'] ?? '';
    const problem = registryRule(typed);
    const kind = registryKind(typed);
    if (problem !== null || kind === null) return err({ document: problem ?? 'validation.registry' });
    const address = payerAddress(fields);
    const document = { type: kind, number: normalizeDocument(typed) };
    const payer: Payer = { ...buyer, document, ...(address ? { address } : {}) };
    return ok({ payer, details: {}, kept: { payerName: buyer.name, payerDocument: document.number } });
  },
  /** The end of the third business day, in the market's calendar. */
  expiresAt: (now, market) => endOfLocalDate(addBusinessDays(marketDate(now, market), businessDaysToPay), marketZone(market)),
  // Paid at a counter on the last day, credited on the next business day; the longest bank holiday (Carnival) is five days.
  graceSeconds: 5 * 86_400,
};
