import { z } from 'zod';
import type { ChargeReference, GatewayAnswer, GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';
import { fromValor } from './api-pix-money.ts';
import { cob as cobShape, type Cob, type Pix, pixReturn, type PixReturn, receivedPix } from './api-pix.schemas.ts';

const listSchema = z.object({ pix: z.array(receivedPix) });
const webhookSchema = listSchema.extend({ pix: z.array(receivedPix).max(1_000) });
const problemSchema = z.object({ type: z.string().max(200) });

/**
 * A charge (`cob`) as a fact. An answer about another txid, payee or amount is never believed: a bank serves many
 * receivers, and the payee must be us.
 */
export function answerFrom(
  json: JsonValue | undefined,
  txid: string,
  charge: Pick<ChargeReference, 'amount'>,
  key: string,
  at: Date,
): GatewayAnswer {
  const parsed = cobShape.safeParse(json);
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

/** Money decides. An expired charge is still ATIVA: its expiry is computed from its terms. */
function stateOf({ status }: Cob, pix: readonly Pix[]): GatewayFact['state'] {
  if (pix.length > 0) return 'captured';
  if (status === 'ATIVA') return 'awaiting-buyer';
  return status === 'CONCLUIDA' ? 'processing' : 'voided';
}

export function movementsOf(pix: Pix): Movement[] {
  const paid: Movement = {
    id: pix.endToEndId,
    kind: 'capture',
    amount: fromValor(pix.valor),
    currency: 'BRL',
    at: new Date(pix.horario),
  };
  return [paid, ...(pix.devolucoes ?? []).filter(({ status }) => status === 'DEVOLVIDO').map(refundOf)];
}

/**
 * A finished return as a movement. `MED_FRAUDE`, `MED_OPERACIONAL` and `MED_PIX_AUTOMATICO` come from the payer's bank
 * (Mecanismo Especial de Devolução), so that they are disputes; `ORIGINAL` (also when absent) and `RETIRADA` are
 * requested by the receiver.
 */
export function refundOf({ rtrId, valor: amount, natureza, horario }: PixReturn): Movement {
  const at = new Date(horario.liquidacao ?? horario.solicitacao ?? 0);
  const kind = natureza?.startsWith('MED_') ? 'chargeback' : 'refund';
  const returned = { id: rtrId, amount: fromValor(amount), currency: 'BRL', at } as const;
  // The money is back at the payer's bank already: the return has no stage and no deadline.
  return kind === 'chargeback' && natureza !== undefined
    ? { ...returned, kind, dispute: { reason: natureza } }
    : { ...returned, kind };
}

export function readReturn(json: JsonValue | undefined): PixReturn | null {
  return pixReturn.safeParse(json).data ?? null;
}

/** One received Pix; null when it cannot be read. */
export function readPix(json: JsonValue | undefined): Pix | null {
  return receivedPix.safeParse(json).data ?? null;
}

/** The list of `GET /pix`; null when it cannot be read. */
export function readList(json: JsonValue | undefined): readonly Pix[] | null {
  return listSchema.safeParse(json).data?.pix ?? null;
}

/** The Pix in a callback; null when it is no such message. */
export function readPixWebhook(json: JsonValue): readonly Pix[] | null {
  return webhookSchema.safeParse(json).data?.pix ?? null;
}

/** The last part of an error document's type, e.g. `CobOperacaoInvalida`. */
export function problemIn(json: JsonValue | undefined): string {
  return problemSchema.safeParse(json).data?.type.split('/').at(-1) ?? 'unknown';
}
