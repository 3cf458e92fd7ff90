import type { LateRates } from '#src/kernel/money/late-fee.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { RailDocumentInput } from '#src/domain/payments/index.ts';
import { formatNumber } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { formatDocument } from '#src/ui/payment/document-mask.ts';
import { readFreeField } from './free-field.ts';
import { mod11Complement } from './slip-check-digits.ts';
import { readStoredSlip } from './slip-instructions.ts';
import { formatSlipLine, slipLineOf } from './slip-line.ts';

/** All text of a printed slip, formatted (Brazilian slips are in Portuguese whatever the page's locale). */
export interface SlipDocument {
  readonly bankName: string;
  /** `237-2`. */
  readonly bankCode: string;
  readonly agencyAccount: string;
  readonly ourNumber: string;
  readonly wallet: string;
  readonly barcode: string;
  readonly line: string;
  readonly dueOn: string;
  readonly issuedOn: string;
  readonly documentNumber: string;
  /** `1.140,00`. */
  readonly amount: string;
  readonly beneficiary: { readonly name: string; readonly document: string; readonly address: string };
  readonly payer: { readonly name: string; readonly document: string };
  readonly instructions: readonly string[];
  readonly pixCode: string | null;
}

/** Bank code with its check digit, as it is printed large beside the bank's name: modulus 11 over the three digits. */
export function bankCodeOf(bank: string): string {
  const complement = mod11Complement(bank);
  return `${bank}-${complement > 9 ? 0 : complement}`;
}

/** Builds the document from an attempt's instructions; null when they hold no slip. */
export function slipDocument({ attempt, order, description, sellerName }: RailDocumentInput): SlipDocument | null {
  const slip = attempt.instructions && readStoredSlip(attempt.instructions);
  if (!slip) return null;
  const bank = slip.barcode.slice(0, 3);
  const known = readFreeField(bank, slip.barcode.slice(19));
  const { payerName, payerDocument } = attempt.kept;
  const { beneficiary } = slip;
  return {
    bankName: known ? known.name.replace(/ \(.*| SIGCB| \d+$/, '') : `Banco ${bank}`,
    bankCode: bankCodeOf(bank),
    agencyAccount: [slip.agency, slip.account].filter(Boolean).join(' / '),
    ourNumber: known?.ourNumber ?? slip.ourNumber,
    wallet: slip.wallet,
    barcode: slip.barcode,
    line: formatSlipLine(slipLineOf(slip.barcode)),
    dueOn: formatLocalDate(marketDate(attempt.expiresAt, order.market)),
    issuedOn: formatLocalDate(marketDate(attempt.createdAt, order.market)),
    documentNumber: order.reference,
    amount: formatNumber(attempt.amount, 'pt-BR'),
    beneficiary: {
      name: beneficiary.name || sellerName,
      document: beneficiary.document ? formatDocument(beneficiary.document) : '',
      address: beneficiary.address,
    },
    payer: {
      name: typeof payerName === 'string' ? payerName : '',
      document: typeof payerDocument === 'string' ? formatDocument(payerDocument) : '',
    },
    instructions: [
      `Referente a: ${description} (pedido ${order.reference}).`,
      'Pagável em qualquer banco, casa lotérica ou aplicativo até o vencimento.',
      ...lateLines(attempt.kept),
      ...(slip.pixCode ? ['Se preferir, pague pelo QR Code Pix: o que for pago primeiro vale.'] : []),
    ],
    pixCode: slip.pixCode,
  };
}

/** The printed text of fine and interest; empty where the slip has none. */
function lateLines({ late }: RailDocumentInput['attempt']['kept']): string[] {
  const rates = readLateRates(late);
  if (!rates) return [];
  const percent = (text: string): string => text.replace('.', ',');
  return [
    `Após o vencimento: multa de ${percent(rates.fine)}% e juros de ${percent(rates.monthlyInterest)}% ao mês, por dia.`,
    `Não receber depois de ${lateDays} dias do vencimento.`,
  ];
}

/** Calendar days after the due date on which a slip with a fine can still be paid. */
const lateDays = 30;

/** Fine and interest in an attempt's details; null where its slip has none. */
function readLateRates(kept: JsonValue | undefined): LateRates | null {
  if (typeof kept !== 'object' || kept === null || !('fine' in kept) || !('monthlyInterest' in kept)) return null;
  const { fine, monthlyInterest } = kept;
  return typeof fine === 'string' && typeof monthlyInterest === 'string' ? { fine, monthlyInterest } : null;
}
