import {
  type ChargeReference,
  type ChargeRequest,
  type GatewayAnswer,
  type GatewayFact,
  parseMandateTerms,
  type MandateFact,
  type MandateTerms,
} from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { type HttpStatusOutcome, mismatch, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { findAfterRefusal } from './find-after-refusal.server.ts';
import { fromValor, toValor } from './api-pix-money.ts';
import { objectionToRecAmounts } from './api-pix.rules.ts';
import {
  type Cobr,
  type MandateChargeParams,
  locationSchema,
  periods,
  readCobr,
  readRec,
  triesOf,
} from './automatic.mapping.ts';
import type { PixCall } from './pix-client.server.ts';
import { plainId } from './pix-ids.ts';
import { movementsOf, problemIn } from './pix.mapping.server.ts';

/** The receiving account: `cobr` names it, where `cob` names a key. */
export interface PixAccount {
  readonly agency: string;
  readonly number: string;
}

/** A mandate as it was requested: the code shows both, the charge and the mandate. */
export interface RequestedMandate {
  readonly fact: MandateFact;
  readonly code: string;
}

/** Pix Automático, journey 3: one code for the payment and the mandate, then a charge for each billing period. */
export interface PixAutomatic {
  /** Requests a mandate beside an existing charge; null when the bank makes none: the charge is then paid alone. */
  ask(charge: ChargeRequest, terms: MandateTerms): Promise<RequestedMandate | null>;
  consent(reference: string): Promise<MandateFact | null>;
  end(reference: string): Promise<MandateFact | Unanswered>;
  /** Sends a mandate charge. */
  collect(charge: ChargeRequest, chargeParams: MandateChargeParams): Promise<GatewayAnswer>;
  find(charge: ChargeReference): Promise<GatewayAnswer>;
  stop(charge: ChargeReference): Promise<GatewayAnswer>;
  retry(charge: ChargeReference, on: LocalDate): Promise<GatewayAnswer>;
}

const refused = (answer: HttpStatusOutcome): Unanswered => ({
  kind: 'silent',
  reason: `refused-${problemIn(answer.json)}`,
});

export function createPixAutomatic(call: PixCall, account: PixAccount, clock: Clock): PixAutomatic {
  const path = (charge: Pick<ChargeReference, 'attemptId'>): string => `/v2/cobr/${plainId(charge.attemptId)}`;

  function read(answer: HttpStatusOutcome | Unanswered, charge: Pick<ChargeReference, 'attemptId' | 'amount'>) {
    if (answer.kind !== 'status') return answer;
    if (answer.status === 404) return { kind: 'not-found' } as const;
    if (answer.status >= 300) return refused(answer);
    return factOf(answer.json, charge, clock.now());
  }

  return {
    async ask(charge, terms) {
      const place = locationSchema.safeParse(accepted(await call({ method: 'POST', path: '/v2/locrec' })));
      if (!place.success) return null;
      const body = requestOf(charge, terms, place.data.id);
      const made = body && readRec(accepted(await call({ method: 'POST', path: '/v2/rec', json: body })));
      if (!made || !sameTerms(made.fact.terms, terms)) return null;
      const { reference } = made.fact;
      const shown = await call({
        method: 'GET',
        path: `/v2/rec/${reference}`,
        query: { txid: plainId(charge.attemptId) },
      });
      const rec = readRec(accepted(shown), reference);
      return rec?.code ? { fact: rec.fact, code: rec.code } : null;
    },
    async consent(reference) {
      return readRec(accepted(await call({ method: 'GET', path: `/v2/rec/${reference}` })), reference)?.fact ?? null;
    },
    async end(reference) {
      const ended = await call({ method: 'PATCH', path: `/v2/rec/${reference}`, json: { status: 'CANCELADA' } });
      if (ended.kind !== 'status') return ended;
      // Not open any more: answered or ended before.
      const shown = ended.status === 400 ? await call({ method: 'GET', path: `/v2/rec/${reference}` }) : ended;
      if (shown.kind !== 'status') return shown;
      return readRec(accepted(shown), reference)?.fact ?? refused(shown);
    },
    async collect(charge, { reference, dueOn }) {
      const answer = await call({
        method: 'PUT',
        path: path(charge),
        json: {
          idRec: reference,
          infoAdicional: charge.description.slice(0, 140),
          calendario: { dataDeVencimento: dueOn },
          valor: { original: toValor(charge.amount.amount) },
          ajusteDiaUtil: true,
          recebedor: { agencia: account.agency, conta: account.number, tipoConta: 'CORRENTE' },
        },
      });
      if (answer.kind !== 'status' || answer.status < 400) return read(answer, charge);
      return findAfterRefusal(answer, () => this.find({ ...charge, reference: null }), clock.now());
    },
    find: async (charge) => read(await call({ method: 'GET', path: path(charge) }), charge),
    async stop(charge) {
      const answer = await call({ method: 'PATCH', path: path(charge), json: { status: 'CANCELADA' } });
      return answer.kind === 'status' && answer.status === 400 ? this.find(charge) : read(answer, charge);
    },
    async retry(charge, on) {
      const answer = await call({ method: 'POST', path: `${path(charge)}/retentativa/${on}` });
      // A retry is planned already, or none is allowed any more: the charge shows it.
      return answer.kind === 'status' && answer.status === 400 ? this.find(charge) : read(answer, charge);
    },
  };
}

function accepted(answer: HttpStatusOutcome | Unanswered): JsonValue | undefined {
  return answer.kind === 'status' && answer.status < 300 ? answer.json : undefined;
}

function requestOf(charge: ChargeRequest, terms: MandateTerms, loc: number): JsonObject | null {
  const { document, name } = charge.payer;
  if (document?.type !== 'cpf' && document?.type !== 'cnpj') return null;
  const valor = { valorRec: toValor(terms.price.amount) };
  if (objectionToRecAmounts(valor)) return null;
  return {
    vinculo: {
      contrato: plainId(charge.attemptId),
      devedor: { nome: name.slice(0, 140), [document.type]: document.number },
      objeto: charge.description.slice(0, 35),
    },
    calendario: { dataInicial: terms.firstDueOn, periodicidade: periods[terms.period] },
    valor,
    politicaRetentativa: 'PERMITE_3R_7D',
    loc,
    ativacao: { dadosJornada: { txid: plainId(charge.attemptId) } },
  };
}

function sameTerms(one: MandateTerms, other: MandateTerms): boolean {
  const isSamePrice = one.price.amount === other.price.amount && one.price.currency === other.price.currency;
  return isSamePrice && one.period === other.period && one.firstDueOn === other.firstDueOn;
}

function factOf(
  json: JsonValue | undefined,
  { attemptId, amount }: Pick<ChargeReference, 'attemptId' | 'amount'>,
  at: Date,
): GatewayAnswer {
  const cobr = readCobr(json);
  if (!cobr) return unreadable;
  if (cobr.txid !== plainId(attemptId)) return mismatch('txid');
  if (fromValor(cobr.valor.original) !== amount.amount) return mismatch('amount');
  const failure = cobr.tentativas?.at(-1)?.rejeicao?.codigo ?? cobr.status;
  const state = stateOf(cobr);
  const fact: GatewayFact = {
    state,
    reference: mandateChargeReference(cobr.txid),
    movements: (cobr.pix ?? []).flatMap(movementsOf),
    instructions: { dueOn: cobr.calendario.dataDeVencimento },
    tries: triesOf(cobr),
    ...(state === 'declined' ? { decline: { code: 'not-collected', raw: failure, reversible: true } } : {}),
    at,
  };
  return { kind: 'fact', fact };
}

/** Money decides. A failed charge stays open as long as another try may follow. */
function stateOf({ status, pix = [] }: Cobr): GatewayFact['state'] {
  if (pix.length > 0) return 'captured';
  if (status === 'CRIADA' || status === 'ATIVA') return 'awaiting-buyer';
  if (status === 'CONCLUIDA') return 'processing';
  return status === 'CANCELADA' ? 'voided' : 'declined';
}

/** The terms of a mandate in the rail's details; null when none is requested. */
export function requestedMandateTerms({ recurring }: JsonObject): MandateTerms | null {
  return parseMandateTerms(recurring);
}

const collected = 'cobr';

/** Prefix of an attempt's reference: a charge, a charge with a mandate, or a mandate charge. */
export function mandateReference(txid: string, idRec: string): string {
  return `${txid}.${idRec}`;
}

function mandateChargeReference(txid: string): string {
  return `${txid}.${collected}`;
}

export function readReference(reference: string | null): {
  readonly isMandateCharge: boolean;
  readonly idRec: string | null;
} {
  const tail = reference?.split('.')[1];
  return { isMandateCharge: tail === collected, idRec: tail === undefined || tail === collected ? null : tail };
}
