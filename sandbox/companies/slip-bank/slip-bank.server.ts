import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import { bankDay } from '../../pages/format.ts';
import { hundredths } from '../pix-bcb/late-amount.ts';
import type { PixBank } from '../pix-bcb/pix-bank.server.ts';
import { toValor } from '../pix-bcb/pix.types.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { drawNumbers } from './barcode.ts';
import { openSlipBook, type SlipBook } from './slip-book.server.ts';
import type { Slip } from './slip.types.ts';
import { accountOf } from './account.server.ts';

/** The bank that registers slips and collects them. */
export interface SlipBank {
  readonly book: SlipBook;
  register(ourNumber: string, input: unknown, rules: readonly FaultRule[]): Promise<Result<Slip, Refusal>>;
  cancel(ourNumber: string): Promise<Result<Slip, Refusal>>;
}

const registration = z.object({
  amount: z.int().min(1).max(9_999_999_999),
  dueDate: z.iso.date(),
  payer: z.object({
    name: z.string().min(1).max(200),
    document: z.string().regex(/^(\d{11}|[0-9A-Z]{14})$/),
    address: z.unknown().optional(),
  }),
  instructions: z.array(z.string().max(255)).max(10).default([]),
  bolepix: z.boolean().default(false),
  /** Percentages: a fine once, interest a month by the day. */
  late: z
    .object({
      fine: z.string().regex(/^[0-2]\.\d{2}$/),
      monthlyInterest: z.string().regex(/^\d\.\d{2}$/),
    })
    .optional(),
  reference: z.string().min(1).max(64),
  notificationUrl: z.url(),
});
type Registration = z.infer<typeof registration>;

const payableAfterDueDays = 30;
const unknownSlip = refusal(404, 'slip-not-found', 'No slip has this number.');

export function createSlipBank(context: SandboxContext, pixBank: PixBank): SlipBank {
  const book = openSlipBook(context, pixBank);
  const { user, payee } = accountOf(context.secrets);
  pixBank.charges.addPayee({ ...payee, owner: user });

  for (const slip of book.all()) if (slip.status === 'pending-registration') registerLater(slip);

  function registerLater({ ourNumber, registersAt }: Slip): void {
    if (registersAt !== undefined)
      context.scheduler.at(new Date(registersAt), () => void finishRegistration(ourNumber));
  }

  async function finishRegistration(ourNumber: string): Promise<void> {
    const slip = book.get(ourNumber);
    if (slip?.status === 'pending-registration') await book.put({ ...slip, status: 'registered' });
  }

  function openPix(body: Registration): string | undefined {
    if (!body.bolepix) return undefined;
    const txid = randomUUID().replaceAll('-', '');
    const { name, document } = body.payer;
    const made = pixBank.charges.put('cobv', user, txid, {
      calendario: { dataDeVencimento: body.dueDate, validadeAposVencimento: payableAfterDueDays },
      devedor: { nome: name, ...(document.length === 11 ? { cpf: document } : { cnpj: document }) },
      valor: {
        original: toValor(body.amount),
        ...(body.late
          ? {
              multa: { modalidade: 2, valorPerc: body.late.fine },
              juros: { modalidade: 3, valorPerc: body.late.monthlyInterest },
            }
          : {}),
      },
      chave: payee.key,
    });
    if (!made.ok) throw new Error(`The bank refused its own QR: ${made.error.detail}`);
    return txid;
  }

  return {
    book,
    async register(number, input, rules) {
      if (!/^\d{1,11}$/.test(number)) return err(refusal(422, 'our-number-invalid', 'One to eleven digits.'));
      const ourNumber = number.padStart(11, '0');
      const parsed = registration.safeParse(input);
      if (!parsed.success) return err(refusal(422, 'malformed', z.prettifyError(parsed.error)));
      const body = parsed.data;
      const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const before = book.get(ourNumber);
      if (before)
        return before.fingerprint === fingerprint
          ? ok(before)
          : err(refusal(409, 'slip-exists', 'This number is taken by another slip.'));
      const now = context.clock.now();
      if (body.dueDate < bankDay(now)) return err(refusal(422, 'due-date-past', 'The due date has passed.'));

      const delay = findFault(rules, 'register-delay');
      const refused = findFault(rules, 'decline') !== undefined;
      const txid = refused ? undefined : openPix(body);
      const slip: Slip = {
        ourNumber,
        reference: body.reference,
        fingerprint,
        amount: body.amount,
        dueDate: body.dueDate,
        ...(body.late
          ? { late: { fine: hundredths(body.late.fine), monthlyInterest: hundredths(body.late.monthlyInterest) } }
          : {}),
        payer: body.payer,
        instructions: body.instructions,
        status: refused ? 'refused' : delay ? 'pending-registration' : 'registered',
        ...drawNumbers({ ...accountOf(context.secrets), ourNumber, amount: body.amount, dueDate: body.dueDate }),
        ...(txid === undefined ? {} : { txid }),
        ...(delay ? { registersAt: new Date(now.getTime() + (delay.seconds ?? 60) * 1000).toISOString() } : {}),
        payments: [],
        notificationUrl: body.notificationUrl,
        createdAt: now.toISOString(),
      };
      await book.put(slip);
      registerLater(slip);
      return ok(slip);
    },
    async cancel(ourNumber) {
      const slip = book.get(ourNumber);
      if (!slip) return err(unknownSlip);
      if (slip.status === 'paid') return err(refusal(409, 'slip-paid', 'Somebody has paid this slip.'));
      if (slip.status === 'canceled' || slip.status === 'refused') return ok(slip);
      const canceled: Slip = { ...slip, status: 'canceled' };
      if (slip.txid !== undefined) pixBank.charges.close(slip.txid, 'REMOVIDA_PELO_PSP');
      await book.put(canceled);
      return ok(canceled);
    },
  };
}
