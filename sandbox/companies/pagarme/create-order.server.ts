import { createHash, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { bankDay } from '../../pages/format.ts';
import { drawNumbers } from '../slip-bank/barcode.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { ChargeBook } from './charge-book.server.ts';
import type { Charge, Slip } from './charge.types.ts';
import { keyTaken, type Problem, wrongFields } from './problems.ts';
import { completed } from './complete-charge.server.ts';
import { refused } from './test-cards.ts';
import type { Tokens } from './tokens.server.ts';
import { newCard, type Wallet } from './wallet.server.ts';

const cents = z.int().min(1).max(9_999_999_999);
const creditCard = z.object({
  operation_type: z.enum(['auth_only', 'auth_and_capture']),
  installments: z.int().min(1).max(24),
  statement_descriptor: z.string().max(13).default(''),
  card_token: z.string().min(1).max(100).optional(),
  card_id: z.string().min(1).max(100).optional(),
});
const boleto = z.object({
  due_at: z.iso.datetime({ offset: true }),
  instructions: z.string().max(255).default(''),
  document_number: z.string().max(16).default(''),
});
const payment = z.discriminatedUnion('payment_method', [
  z.object({ payment_method: z.literal('credit_card'), amount: cents, credit_card: creditCard }),
  z.object({ payment_method: z.literal('boleto'), amount: cents, boleto }),
]);
const orderSchema = z.object({
  code: z.string().min(1).max(52),
  currency: z.literal('BRL').default('BRL'),
  items: z.array(z.object({ amount: cents, quantity: z.int().min(1), description: z.string().min(1).max(256) })).min(1),
  customer: z.object({
    name: z.string().min(1).max(64),
    email: z.email().max(64),
    document: z.string().default(''),
  }),
  payments: z.tuple([payment]),
});
type Order = z.infer<typeof orderSchema>;

/** The receiving account of this account's slips. */
const slipAccount = { bank: '237', agency: '3381', account: '0098213', wallet: '09' } as const;

export type CreateOrder = (key: string, body: unknown, rules: readonly FaultRule[]) => Promise<Result<Charge, Problem>>;

/** Creates orders: the same key and body give the same order, also concurrently. */
export function orderCreator(context: SandboxContext, book: ChargeBook, tokens: Tokens, cards: Wallet): CreateOrder {
  return async (key, input, rules) => {
    const fingerprint = fingerprintOf(input);
    const before = book.byOrderKey(key);
    if (before) return before.calls[key]?.fingerprint === fingerprint ? ok(before) : err(keyTaken);
    const parsed = orderSchema.safeParse(input);
    if (!parsed.success) return err(wrongFields(parsed.error.issues.map(({ path }) => pathOf(path))));
    const charge = begin(context, { tokens, cards }, parsed.data, rules);
    if (!charge.ok) return charge;
    const [first] = charge.value.transactions;
    const made = { ...charge.value, calls: { [key]: { fingerprint, transactionId: first?.id ?? '' } } };
    await book.put(made, key);
    return ok(made);
  };
}

export function fingerprintOf(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('hex');
}

function begin(
  context: SandboxContext,
  { tokens, cards }: { readonly tokens: Tokens; readonly cards: Wallet },
  order: Order,
  rules: readonly FaultRule[],
): Result<Charge, Problem> {
  const now = context.timestamp();
  const [paid] = order.payments;
  const common = {
    id: `ch_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
    orderId: `or_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
    code: order.code,
    amount: paid.amount,
    currency: order.currency,
    customer: order.customer,
    transactions: [],
    calls: {},
    createdAt: now,
    updatedAt: now,
  };
  if (order.items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0) !== paid.amount)
    return err(wrongFields(['payments[0].amount']));
  const decline = findFault(rules, 'decline');
  if (paid.payment_method === 'boleto') {
    const slip = slipOf(paid.boleto, paid.amount);
    if (bankDay(new Date(slip.dueAt)) < bankDay(context.clock.now()))
      return err(wrongFields(['payments[0].boleto.due_at']));
    const isLate = findFault(rules, 'register-delay');
    const charge: Charge = {
      ...common,
      method: 'boleto',
      status: 'pending',
      installments: 1,
      descriptor: '',
      takesAtOnce: false,
      slip,
    };
    const status = decline ? 'failed' : isLate ? 'processing' : 'generated';
    return ok({
      ...charge,
      status: decline ? 'failed' : isLate ? 'processing' : 'pending',
      transactions: [step('boleto', status, charge, now, !decline)],
      ...(isLate && !decline ? { completesAt: after(now, (isLate.seconds ?? 60) * 1000) } : {}),
    });
  }
  const { card_token, card_id, installments, statement_descriptor: descriptor, operation_type } = paid.credit_card;
  const card =
    card_id === undefined
      ? newCard(tokens.take(card_token ?? ''), order.customer.email, context.clock.now())
      : cards.of(card_id, order.customer.email);
  if (!card) return err(wrongFields([`payments[0].credit_card.${card_id === undefined ? 'card_token' : 'card_id'}`]));
  if (card_id === undefined && card.decision.approved) cards.keep(card);
  const decision = decline ? refused(decline.code ?? '1000') : card.decision;
  const charge: Charge = {
    ...common,
    method: 'credit_card',
    status: 'processing',
    installments,
    descriptor,
    takesAtOnce: operation_type === 'auth_and_capture',
    card,
    decision,
  };
  const later = findFault(rules, 'processing');
  const surprise = findFault(rules, 'late-truth');
  if (later) return ok({ ...charge, completesAt: after(now, later.ms ?? 2_000) });
  if (surprise)
    return ok({
      ...completed({ ...charge, decision: refused('9111') }, now),
      decision,
      completesAt: after(now, surprise.ms ?? 2_000),
    });
  return ok(completed(charge, now));
}

function slipOf(asked: z.infer<typeof boleto>, amount: number): Slip {
  const ourNumber = String(randomInt(10_000_000_000)).padStart(11, '0');
  const dueDate = bankDay(new Date(asked.due_at));
  const { line, barcode } = drawNumbers({ ...slipAccount, ourNumber, amount, dueDate });
  const { instructions, document_number: documentNumber } = asked;
  return { line, barcode, ourNumber, dueAt: asked.due_at, instructions, documentNumber };
}

function step(
  operation: Charge['transactions'][number]['operation'],
  status: string,
  { amount }: Charge,
  createdAt: string,
  success: boolean,
): Charge['transactions'][number] {
  return { id: `tran_${randomUUID().replaceAll('-', '').slice(0, 16)}`, operation, status, success, amount, createdAt };
}

function after(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}

/** `payments[0].credit_card.installments`, as its errors name fields. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
