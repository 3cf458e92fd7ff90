import { itf25Bars, itf25Path, slipBarsSize } from './itf25.ts';
import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { payerAddress } from '#src/domain/payments/index.ts';
import { qrPicture } from '#src/kernel/qr/qr-code.server.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { addBusinessDays } from '#src/kernel/time/business-days.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { cpfOrCnpjKind, cpfOrCnpjRule } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import { rail } from './rail.ts';
import { readStoredSlip, type ShownSlip } from './slip-instructions.ts';
import { formatSlipLine, slipLineOf } from './slip-line.ts';

const businessDaysToPay = 3;
/** Paid at a counter on the last day, credited on the next business day; the longest bank holiday (Carnival) is five days. */
const graceSeconds = 5 * 86_400;
/** A slip with a fine can be paid for thirty days more; a last day on a weekend moves to the next business day. */
const lateGraceSeconds = graceSeconds + 33 * 86_400;

export const railServer: RailServer = {
  id: rail.id,
  /** `document`: CPF or CNPJ of the payer, which banks require to register a slip. */
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

/** Blank margin at each end, in millimetres, that readers need to find the first bar. */
const quietMm = 5;

/**
 * A slip's bars as a picture for an `<img>`: black on white whatever the theme, 103 × 13 mm and quiet zones when it is
 * shown 113 mm wide.
 */
function barcodeImage(barcode: string): string {
  const { units } = itf25Bars(barcode);
  const perMm = units / slipBarsSize.widthMm;
  const height = Math.round(slipBarsSize.heightMm * perMm);
  const quiet = Math.round(quietMm * perMm);
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${-quiet} 0 ${units + 2 * quiet} ${height}' preserveAspectRatio='none' shape-rendering='crispEdges'>` +
    `<path fill='#fff' d='M${-quiet} 0h${units + 2 * quiet}v${height}H${-quiet}z'/><path d='${itf25Path(barcode, height)}'/></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}
