import { brandCodeOf } from './test-cards.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import { type Charge, moneyOf, type Transaction } from './charge.types.ts';

/** A charge as API v5 shows it. Amounts are centavos. */
export function chargeView(charge: Charge, origin: string, rules: readonly FaultRule[], showing?: string): object {
  const { captured, refunded } = moneyOf(charge);
  const last = charge.transactions.find(({ id }) => id === showing) ?? charge.transactions.at(-1);
  const paidAt = charge.transactions.find(({ paidAt: at }) => at)?.paidAt;
  return {
    id: charge.id,
    code: charge.code,
    amount: charge.amount + (findFault(rules, 'wrong-amount') ? 1 : 0),
    status: charge.status,
    currency: charge.currency,
    payment_method: charge.method,
    created_at: charge.createdAt,
    updated_at: charge.updatedAt,
    ...(captured > 0 ? { paid_amount: captured } : {}),
    ...(refunded > 0 ? { canceled_amount: refunded } : {}),
    ...(paidAt ? { paid_at: paidAt } : {}),
    customer: { name: charge.customer.name, email: charge.customer.email, document: charge.customer.document },
    ...(last ? { last_transaction: transactionView(charge, last, origin) } : {}),
  };
}

/** An order as API v5 shows it, with its one charge. */
export function orderView(charge: Charge, origin: string, rules: readonly FaultRule[]): object {
  const { orderId: id, code, amount, currency, createdAt, updatedAt } = charge;
  return {
    id,
    code,
    amount,
    currency,
    closed: true,
    status: ['paid', 'failed', 'canceled'].includes(charge.status) ? charge.status : 'pending',
    created_at: createdAt,
    updated_at: updatedAt,
    charges: [chargeView(charge, origin, rules)],
  };
}

export function transactionView(charge: Charge, one: Transaction, origin: string): object {
  const common = {
    id: one.id,
    amount: one.amount,
    status: one.status,
    success: one.success,
    created_at: one.createdAt,
    gateway_response: { code: one.success ? '200' : '402', errors: [] },
  };
  const { slip, card } = charge;
  if (slip) {
    return {
      ...common,
      transaction_type: 'boleto',
      url: `${origin}/pagarme/pay?line=${slip.line}`,
      line: spaced(slip.line),
      barcode: slip.barcode,
      nosso_numero: slip.ourNumber,
      document_number: slip.documentNumber,
      bank: slip.barcode.slice(0, 3),
      instructions: slip.instructions,
      due_at: slip.dueAt,
      ...(one.paidAmount === undefined ? {} : { paid_amount: String(one.paidAmount), paid_at: one.paidAt }),
    };
  }
  return {
    ...common,
    transaction_type: 'credit_card',
    operation_type: one.operation,
    installments: charge.installments,
    statement_descriptor: charge.descriptor,
    acquirer_name: 'pagarme',
    acquirer_return_code: one.returnCode ?? null,
    ...(one.success ? {} : { retry_info: { brand_failure_return_code: brandCodeOf(one.returnCode ?? '') } }),
    card: {
      id: card?.id,
      brand: card?.brand === 'american_express' ? 'Amex' : card?.brand,
      last_four_digits: card?.last4,
      holder_name: card?.holder,
      exp_month: card?.month,
      exp_year: card?.year,
    },
  };
}

/** In the printed form: `AAABC.CCCCX DDDDD.DDDDDY EEEEE.EEEEEZ K UUUUVVVVVVVVVV`. */
function spaced(line: string): string {
  return line.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    (_, ...parts: string[]) =>
      `${parts[0]}.${parts[1]} ${parts[2]}.${parts[3]} ${parts[4]}.${parts[5]} ${parts[6]} ${parts[7]}`,
  );
}
