import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { payerAddress } from '#src/domain/payments/index.ts';
import { qrPicture } from '#src/kernel/qr/qr-code.server.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { addBusinessDays } from '#src/kernel/time/business-days.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { cpfOrCnpjKind, cpfOrCnpjRule } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import { barcodeImage } from './barcode-image.server.ts';
import { rail } from './rail.ts';
import { readStoredSlip, type ShownSlip } from './slip-instructions.ts';
import { formatSlipLine, slipLineOf } from './slip-line.ts';

const businessDaysToPay = 3;
/** Paid at a counter on the last day, credited on the next business day; the longest bank holiday (Carnival) is five days. */
const graceSeconds = 5 * 86_400;
/** With a fine it is taken for thirty days more, the last of which may move off a weekend. */
const lateGraceSeconds = graceSeconds + 33 * 86_400;

export const railServer: RailServer = {
  id: rail.id,
  /** `document`: CPF or CNPJ of the payer, without which no bank registers a slip. */
  readDetails({ fields, buyer, late = null }) {
    const typed = fields['document'] ?? '';
    const problem = cpfOrCnpjRule(typed);
    const kind = cpfOrCnpjKind(typed);
    if (problem !== null || kind === null) return err({ document: problem ?? 'validation.registry' });
    const address = payerAddress(fields);
    const document = { type: kind, number: normalizeDocument(typed) };
    const payer: Payer = { ...buyer, document, ...(address ? { address } : {}) };
    const fees = late ? { late: { fine: late.fine, monthlyInterest: late.monthlyInterest } } : {};
    return ok({
      payer,
      details: fees,
      kept: { payerName: buyer.name, payerDocument: document.number, ...fees },
      ...(late ? { graceSeconds: lateGraceSeconds } : {}),
    });
  },
  /** The end of the third business day, in the market's calendar. */
  expiresAt: (now, market) =>
    endOfLocalDate(addBusinessDays(marketDate(now, market), businessDaysToPay), marketZone(market)),
  graceSeconds,
  present(instructions, { expiresAt, market }) {
    const slip = readStoredSlip(instructions);
    if (!slip) throw new Error('A slip came without its bars');
    const shown: ShownSlip = {
      status: slip.status,
      line: formatSlipLine(slipLineOf(slip.barcode)),
      bars: barcodeImage(slip.barcode),
      dueOn: formatLocalDate(marketDate(expiresAt, market)),
      qr: slip.pixCode === null ? null : qrPicture(slip.pixCode).src,
      pixCode: slip.pixCode,
    };
    const { name, document } = slip.beneficiary;
    return { ...shown, ...(name === '' ? {} : { payee: { name, document: document || null } }) };
  },
};
