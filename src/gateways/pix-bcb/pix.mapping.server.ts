import { z } from 'zod';
import type { ChargeReference, GatewayAnswer, GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { mismatch, unreadable } from '../gateway-wire.server.ts';

const valor = z.string().regex(/^\d{1,10}\.\d{2}$/);

const returnSchema = z.object({
  id: z.string().max(35),
  rtrId: z.string().min(1).max(32),
  valor,
  horario: z.object({
    solicitacao: z.iso.datetime({ offset: true }).optional(),
    liquidacao: z.iso.datetime({ offset: true }).optional(),
  }),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
});
export type PixReturn = z.infer<typeof returnSchema>;

const pixSchema = z.object({
  endToEndId: z.string().length(32),
  txid: z.string().max(35).optional(),
  chave: z.string().max(77).optional(),
  valor,
  horario: z.iso.datetime({ offset: true }),
  devolucoes: z.array(returnSchema).optional(),
});
export type Pix = z.infer<typeof pixSchema>;

const chargeSchema = z.object({
  txid: z.string(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  valor: z.object({ original: valor }),
  chave: z.string(),
  pixCopiaECola: z.string().max(512).optional(),
  pix: z.array(pixSchema).optional(),
});
type Charge = z.infer<typeof chargeSchema>;

const listSchema = z.object({ pix: z.array(pixSchema) });
const noticeSchema = listSchema.extend({ pix: z.array(pixSchema).max(1_000) });
const problemSchema = z.object({ type: z.string().max(200) });

/** Minor units as the norm writes money (`1140.00`), and back. */
export function toValor(amount: bigint): string {
  const digits = amount.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function fromValor(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/**
 * A charge (`cob`) as a fact. What is about another txid, another payee or another amount than we asked for is never
 * believed: a bank serves many receivers, and the one who is paid must be us.
 */
export function answerFrom(
  json: JsonValue | undefined,
  txid: string,
  charge: Pick<ChargeReference, 'amount'>,
  key: string,
  at: Date,
): GatewayAnswer {
  const parsed = chargeSchema.safeParse(json);
  if (!parsed.success) return unreadable;
  const cob = parsed.data;
  const pix = cob.pix ?? [];
  if (cob.txid !== txid) return mismatch('txid');
  if (cob.chave !== key || pix.some(({ chave }) => chave !== undefined && chave !== key)) return mismatch('payee');
  if (fromValor(cob.valor.original) !== charge.amount.amount) return mismatch('amount');
  const fact: GatewayFact = {
    state: stateOf(cob, pix),
    reference: txid,
    movements: pix.flatMap(movementsOf),
    ...(cob.pixCopiaECola === undefined ? {} : { instructions: { brCode: cob.pixCopiaECola } }),
    at,
  };
  return { kind: 'fact', fact };
}

/** Money decides. A charge past its time still is ATIVA: expiry is computed by whoever made it, never told. */
function stateOf({ status }: Charge, pix: readonly Pix[]): GatewayFact['state'] {
  if (pix.length > 0) return 'captured';
  if (status === 'ATIVA') return 'awaiting-buyer';
  return status === 'CONCLUIDA' ? 'processing' : 'voided';
}

function movementsOf(pix: Pix): Movement[] {
  const paid: Movement = {
    id: pix.endToEndId,
    kind: 'capture',
    amount: fromValor(pix.valor),
    currency: 'BRL',
    at: new Date(pix.horario),
  };
  return [paid, ...(pix.devolucoes ?? []).filter(({ status }) => status === 'DEVOLVIDO').map(refundOf)];
}

/** A return that reached the payer as money that moved. */
export function refundOf({ rtrId, valor: amount, horario }: PixReturn): Movement {
  const at = new Date(horario.liquidacao ?? horario.solicitacao ?? 0);
  return { id: rtrId, kind: 'refund', amount: fromValor(amount), currency: 'BRL', at };
}

export function readReturn(json: JsonValue | undefined): PixReturn | null {
  return returnSchema.safeParse(json).data ?? null;
}

/** The list of `GET /pix`; null when it cannot be read. */
export function readList(json: JsonValue | undefined): readonly Pix[] | null {
  return listSchema.safeParse(json).data?.pix ?? null;
}

/** The Pix that a callback tells of; null when it is no such message. */
export function readNotice(json: JsonValue): readonly Pix[] | null {
  return noticeSchema.safeParse(json).data?.pix ?? null;
}

/** The last part of an error document's type, e.g. `CobOperacaoInvalida`. */
export function problemIn(json: JsonValue | undefined): string {
  return problemSchema.safeParse(json).data?.type.split('/').at(-1) ?? 'unknown';
}
