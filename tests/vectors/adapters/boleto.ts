import type { JsonObject } from '#src/kernel/json/json.ts';
import { addDays, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { utilityBarcodeOf, utilityLineOf } from '#src/rails/bank-slip/utility-slip-line.ts';
import { readFreeField } from '#src/rails/bank-slip/free-field.ts';
import { buildSlipBarcode, readSlipBarcode } from '#src/rails/bank-slip/slip-barcode.ts';
import type { SlipBarcode } from '#src/rails/bank-slip/slip-barcode.ts';
import { mod10, mod11 } from '#src/rails/bank-slip/slip-check-digits.ts';
import { dueDateOf, dueFactor } from '#src/rails/bank-slip/slip-due-factor.ts';
import { formatSlipLine, readSlipLine, slipLineOf } from '#src/rails/bank-slip/slip-line.ts';
import { asNumber, asObject, asText, optionalText } from '../input.ts';
import type { Adapter, Vector } from '../vector.types.ts';

/** Slips are issued some days before they fall due; the vectors do not say when. */
const issuedBeforeDue = -3;

export const boleto: Adapter = {
  operations: {
    'barcode<->line': (input, vector) => bothWays(asObject(input), vector),
    validate_line: (input) => describe(readSlipLine(asText(input))),
    build: (input) => build(asObject(input)),
    due_factor: (input) => dueFactor(input === null ? null : requireLocalDate(asText(input))),
    mod10: (input) => mod10(asText(input)),
    mod11_remainder_10x: (input) => mod11(asText(input)),
    'arrecadacao_barcode<->line': (input, vector) => collection(asObject(input), vector),
  },
};

function bothWays(input: JsonObject, vector: Vector): unknown {
  const barcode = asText(input['barcode']);
  const fromBarcode = readSlipBarcode(barcode);
  const line = optionalText(input['line']);
  const printed = optionalText(input['line_formatted']);
  const fromLine = readSlipLine(printed ?? asText(input['line']));
  if (!fromBarcode.ok || !fromLine.ok) return { valid: false };
  const sameLine = line === undefined || slipLineOf(barcode) === line;
  const samePrint = printed === undefined || formatSlipLine(slipLineOf(barcode)) === printed;
  return { ...details(fromBarcode.value, vector), valid: fromLine.value.barcode === barcode && sameLine && samePrint };
}

function details(slip: SlipBarcode, vector: Vector): JsonObject {
  const due = optionalText(asObject(vector.expect)['due']);
  const field = readFreeField(slip.bank, slip.freeField);
  return {
    valid: true,
    bank: slip.bank,
    bank_name: field?.name ?? null,
    currency: slip.barcode.charAt(3),
    dv: slip.checkDigit,
    factor: slip.factor,
    due: due === undefined ? null : dueDateOf(slip.factor, addDays(requireLocalDate(due), issuedBeforeDue)),
    amount_cents: Number(slip.amount),
    free_field: slip.freeField,
    nosso_numero: field?.ourNumber ?? null,
    barcode: slip.barcode,
    line: slipLineOf(slip.barcode),
  };
}

function describe(slip: ReturnType<typeof readSlipLine>): JsonObject {
  if (!slip.ok) return { valid: false, reason: slip.error };
  const { barcode, bank, amount, factor } = slip.value;
  return { valid: true, barcode, bank, factor, amount_cents: Number(amount) };
}

function build(input: JsonObject): unknown {
  const due = optionalText(input['due']);
  const built = buildSlipBarcode({
    bank: asText(input['bank']),
    due: due === undefined ? null : requireLocalDate(due),
    amount: BigInt(asNumber(input['amount_cents'])),
    freeField: asText(input['free_field']),
  });
  if (!built.ok) return built.error;
  const line = slipLineOf(built.value);
  return { barcode: built.value, line, line_formatted: formatSlipLine(line), dv: built.value.charAt(4) };
}

/** The expected `kind` begins with the word for such a bill; the rest says that a slip reader refuses it. */
function collection(input: JsonObject, vector: Vector): unknown {
  const barcode = asText(input['barcode']);
  const line = asText(input['line']);
  const there = utilityLineOf(barcode);
  const back = utilityBarcodeOf(line);
  const refused = [readSlipBarcode(barcode), readSlipLine(line)].every(
    (slip) => !slip.ok && slip.error === 'utility-slip',
  );
  const kind = asText(asObject(vector.expect)['kind'] ?? 'arrecadacao');
  return {
    valid: there.ok && back.ok && there.value === line && back.value === barcode,
    kind: refused && kind.startsWith('arrecadacao') ? kind : 'bank slip',
  };
}
