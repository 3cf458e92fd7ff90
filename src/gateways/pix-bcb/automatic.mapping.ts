import { z } from 'zod';
import type { MandateChargeAttempt, MandateFact, MandateState, MandateTerms } from '../../domain/payments/index.ts';
import type { ChargeInterval } from '../../domain/catalog/terms/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { isLocalDate, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { fromValor } from './api-pix-money.ts';
import { idRec, receivedPix, recPeriods, txid, valor } from './api-pix.schemas.ts';

/** Pix Automático in a bank's answers (API Pix 2.9.0: `RecCompleta`, `CobRCompleta`, their webhooks), in our words. */

const day = z.string().refine(isLocalDate);

export const locationSchema = z.object({ id: z.int(), location: z.string().max(77) });

const recSchema = z.object({
  idRec,
  status: z.enum(['CRIADA', 'APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA']),
  calendario: z.object({ dataInicial: day, periodicidade: z.enum(recPeriods) }),
  valor: z.object({ valorRec: valor }),
  dadosQR: z.object({ pixCopiaECola: z.string().min(1).max(512) }).optional(),
  encerramento: z
    .object({
      cancelamento: z
        .object({ solicitante: z.enum(['PSP_PAGADOR', 'USUARIO_PAGADOR', 'PSP_RECEBEDOR', 'USUARIO_RECEBEDOR']) })
        .optional(),
    })
    .optional(),
});

export const periods = {
  weekly: 'SEMANAL',
  monthly: 'MENSAL',
  quarterly: 'TRIMESTRAL',
  'half-yearly': 'SEMESTRAL',
  yearly: 'ANUAL',
} as const satisfies Readonly<Record<ChargeInterval, (typeof recPeriods)[number]>>;

const periodOf = new Map(Object.entries(periods).map(([ours, theirs]) => [theirs, ours as ChargeInterval]));

const states = {
  CRIADA: 'created',
  APROVADA: 'approved',
  REJEITADA: 'rejected',
  EXPIRADA: 'expired',
  CANCELADA: 'canceled',
} as const satisfies Readonly<Record<string, MandateState>>;

const enders = {
  USUARIO_PAGADOR: 'payer',
  USUARIO_RECEBEDOR: 'payee',
  PSP_PAGADOR: 'bank',
  PSP_RECEBEDOR: 'bank',
} as const;

/** A mandate, and the code that requests it where the bank shows one; null when it cannot be read or is another one. */
export function readRec(
  json: JsonValue | undefined,
  reference?: string,
): { readonly fact: MandateFact; readonly code: string | null } | null {
  const parsed = recSchema.safeParse(json);
  if (!parsed.success || (reference !== undefined && parsed.data.idRec !== reference)) return null;
  const { status, calendario, valor: amounts, dadosQR, encerramento } = parsed.data;
  const period = periodOf.get(calendario.periodicidade);
  if (period === undefined) return null;
  const terms: MandateTerms = {
    price: { amount: fromValor(amounts.valorRec), currency: 'BRL' },
    period,
    firstDueOn: requireLocalDate(calendario.dataInicial),
  };
  const ender = encerramento?.cancelamento?.solicitante;
  const endedBy = ender === undefined ? {} : { endedBy: enders[ender] };
  return {
    fact: { reference: parsed.data.idRec, state: states[status], terms, ...endedBy },
    code: dadosQR?.pixCopiaECola ?? null,
  };
}

const cobrSchema = z.object({
  idRec,
  txid,
  status: z.enum(['CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA']),
  calendario: z.object({ dataDeVencimento: day }),
  valor: z.object({ original: valor }),
  tentativas: z
    .array(
      z.object({
        dataLiquidacao: day,
        status: z.enum(['SOLICITADA', 'AGENDADA', 'PAGA', 'CANCELADA', 'REJEITADA', 'EXPIRADA']),
        rejeicao: z.object({ codigo: z.string().max(4) }).optional(),
      }),
    )
    .optional(),
  pix: z.array(receivedPix).optional(),
});
export type Cobr = z.infer<typeof cobrSchema>;

export function readCobr(json: JsonValue | undefined): Cobr | null {
  return cobrSchema.safeParse(json).data ?? null;
}

const tryStates = {
  SOLICITADA: 'planned',
  AGENDADA: 'planned',
  PAGA: 'paid',
  CANCELADA: 'failed',
  REJEITADA: 'failed',
  EXPIRADA: 'failed',
} as const satisfies Readonly<Record<string, MandateChargeAttempt['state']>>;

export function triesOf({ tentativas = [] }: Cobr): MandateChargeAttempt[] {
  return tentativas.map(({ dataLiquidacao, status }) => ({
    on: requireLocalDate(dataLiquidacao),
    state: tryStates[status],
  }));
}

const collectSchema = z.object({ collect: z.object({ reference: idRec, dueOn: day }) });

/** A mandate charge, from `ChargeRequest.details`; null for a charge that its buyer pays. */
export function readMandateChargeParams(details: JsonObject): MandateChargeParams | null {
  const chargeParams = collectSchema.safeParse(details).data?.collect;
  return chargeParams ? { reference: chargeParams.reference, dueOn: requireLocalDate(chargeParams.dueOn) } : null;
}

export interface MandateChargeParams {
  readonly reference: string;
  readonly dueOn: LocalDate;
}

const recWebhook = z.object({
  idRec,
  status: z.string().max(20),
  ativacao: z.object({ dadosJornada: z.object({ txid }).optional() }).optional(),
});
const cobrWebhook = z.object({
  txid,
  status: z.string().max(20),
  tentativas: z.array(z.object({ dataLiquidacao: day, status: z.string().max(20) })).optional(),
});
const webhookSchema = z.union([
  z.object({ recs: z.array(recWebhook).max(1_000) }),
  z.object({ cobsr: z.array(cobrWebhook).max(1_000) }),
]);

/** The charges that a webhook about mandates or their charges is about; null when it is no such webhook. */
export function readAutomaticWebhook(
  json: JsonValue,
): readonly { readonly eventId: string; readonly txid: string }[] | null {
  const parsed = webhookSchema.safeParse(json);
  if (!parsed.success) return null;
  if ('recs' in parsed.data) {
    return parsed.data.recs.flatMap(({ idRec: id, status, ativacao }) => {
      const about = ativacao?.dadosJornada?.txid;
      return about === undefined ? [] : [{ eventId: `${id}/${status}`, txid: about }];
    });
  }
  return parsed.data.cobsr.map(({ txid: about, status, tentativas = [] }) => {
    const last = tentativas.at(-1);
    const tried = last === undefined ? '' : `/${last.dataLiquidacao}/${last.status}`;
    return { eventId: `${about}/${status}${tried}`, txid: about };
  });
}
