import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { bankDay } from '#sandbox/pages/format.ts';
import type { SandboxContext } from '#sandbox/runtime/sandbox-context.server.ts';
import { writeDynamicCode } from '../br-code.ts';
import type { PixCharges } from '../pix-charges.server.ts';
import { fromValor } from '../pix.types.ts';
import { type Problem, problem, violation, violationsOf } from '../problems.ts';
import { type RecBody, recRevisionSchema, recSchema } from './recurring.requests.ts';
import type { Ending, PixRecurrence, RecLocation, RecStatus, RecTerms } from './recurring.types.ts';

/** Mandates of payers: created by a receiver, approved, rejected and canceled by payers. */
export interface PixRecurrences {
  newLocation(owner: string): RecLocation;
  location(id: number | null): RecLocation | undefined;
  addressOf(location: RecLocation): string;
  put(owner: string, input: unknown): Result<PixRecurrence, Problem>;
  find(owner: string, idRec: string): Result<PixRecurrence, Problem>;
  /** Cancels by the receiver. */
  cancel(owner: string, idRec: string, input: unknown): Result<PixRecurrence, Problem>;
  byId(idRec: string): PixRecurrence | undefined;
  byToken(token: string): PixRecurrence | undefined;
  /** The mandate that is requested together with an immediate charge. */
  byTxid(txid: string): PixRecurrence | undefined;
  /** One code for the charge and the mandate (journey 3). */
  codeFor(recurrence: PixRecurrence): string | null;
  /** The payer's answer, or cancelation; false when the state forbids it. */
  move(idRec: string, to: Exclude<RecStatus, 'CRIADA'>, ending?: Ending): boolean;
  setShort(idRec: string, isShort: boolean): void;
  all(): IterableIterator<PixRecurrence>;
  onChange(listener: (recurrence: PixRecurrence) => Promise<void>): void;
}

const bankId = '30306294';
const next: Readonly<Record<RecStatus, readonly RecStatus[]>> = {
  CRIADA: ['APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA'],
  APROVADA: ['CANCELADA'],
  REJEITADA: [],
  EXPIRADA: [],
  CANCELADA: [],
};

export function openPixRecurrences(context: SandboxContext, charges: PixCharges): PixRecurrences {
  const store = context.store<PixRecurrence>('pix-recurrences', { idOf: (one) => one.idRec });
  const locations = context.store<RecLocation>('pix-rec-locations', { idOf: (one) => String(one.id) });
  const listeners: ((recurrence: PixRecurrence) => Promise<void>)[] = [];
  const location = (id: number | null): RecLocation | undefined =>
    id === null ? undefined : locations.get(String(id));
  const addressOf = ({ token }: RecLocation): string => `${new URL(context.origin()).host}/pix-bank/qr/v2/rec/${token}`;
  const first = (matches: (one: PixRecurrence) => boolean): PixRecurrence | undefined =>
    [...store.values()].find((one) => matches(one));

  function invalid(reason: string, property: string): Result<never, Problem> {
    return err(problem('RecOperacaoInvalida', reason, [violation(property, reason)]));
  }

  function change(recurrence: PixRecurrence, to: RecStatus, ending?: Ending): PixRecurrence {
    const step = { status: to, data: context.timestamp() };
    const moved = { ...recurrence, status: to, steps: [...recurrence.steps, step], ...(ending ? { ending } : {}) };
    store.put(moved);
    for (const listener of listeners) void listener(moved);
    return moved;
  }

  function objectionTo(owner: string, { loc, calendario, ativacao }: RecBody): Result<never, Problem> | null {
    const { dataInicial, dataFinal } = calendario;
    if (dataInicial < bankDay(context.clock.now()))
      return invalid('A data inicial é anterior à data de criação da recorrência.', 'rec.calendario.dataInicial');
    if (dataFinal !== undefined && dataFinal < dataInicial)
      return invalid('A data final é anterior à data inicial.', 'rec.calendario.dataFinal');
    const place = location(loc ?? null);
    if (loc !== undefined && place?.owner !== owner) return invalid('O location inexiste.', 'rec.loc');
    if (place?.idRec !== undefined)
      return invalid('O location já está sendo utilizado por outra recorrência.', 'rec.loc');
    const txid = ativacao?.dadosJornada.txid;
    if (txid !== undefined && charges.byTxid(txid)?.owner !== owner)
      return invalid('O txid não corresponde a uma cobrança imediata.', 'rec.ativacao.dadosJornada.txid');
    return null;
  }

  return {
    newLocation(owner) {
      const made = {
        id: locations.size + 1,
        owner,
        token: randomUUID().replaceAll('-', ''),
        criacao: context.timestamp(),
      };
      locations.put(made);
      return made;
    },
    location,
    addressOf,
    put(owner, input) {
      const parsed = recSchema.safeParse(input);
      if (!parsed.success) {
        const detail = 'A requisição não respeita o schema ou está semanticamente errada.';
        return err(problem('RecOperacaoInvalida', detail, violationsOf('rec', parsed.error)));
      }
      const objection = objectionTo(owner, parsed.data);
      if (objection) return objection;
      const terms = termsOf(parsed.data);
      const kind = terms.politicaRetentativa === 'PERMITE_3R_7D' ? 'RR' : 'RN';
      const day = bankDay(context.clock.now()).replaceAll('-', '');
      const recurrence: PixRecurrence = {
        idRec: `${kind}${bankId}${day}${randomUUID().replaceAll('-', '').slice(0, 11)}`,
        owner,
        loc: parsed.data.loc ?? null,
        terms,
        status: 'CRIADA',
        steps: [{ status: 'CRIADA', data: context.timestamp() }],
        isShort: false,
      };
      store.put(recurrence);
      const place = location(recurrence.loc);
      if (place) locations.put({ ...place, idRec: recurrence.idRec });
      return ok(recurrence);
    },
    find(owner, idRec) {
      const found = store.get(idRec);
      return found?.owner === owner
        ? ok(found)
        : err(problem('RecNaoEncontrada', 'Não há recorrência com este idRec.'));
    },
    cancel(owner, idRec, input) {
      const found = this.find(owner, idRec);
      if (!found.ok) return found;
      if (!recRevisionSchema.safeParse(input).success)
        return invalid('Este banco só aceita o cancelamento.', 'rec.status');
      if (!next[found.value.status].includes('CANCELADA'))
        return invalid('A recorrência encontra-se expirada, cancelada ou rejeitada.', 'rec.status');
      const ending = { kind: 'cancelamento', solicitante: 'USUARIO_RECEBEDOR', codigo: 'SLCR' } as const;
      return ok(change(found.value, 'CANCELADA', { ...ending, descricao: 'Cancelada por quem recebe.' }));
    },
    byId: (idRec) => store.get(idRec),
    byToken: (token) => first(({ loc }) => location(loc)?.token === token),
    byTxid: (txid) => first(({ terms }) => terms.txid === txid),
    codeFor({ loc, terms }) {
      const charge = terms.txid === undefined ? undefined : charges.byTxid(terms.txid);
      const place = location(loc);
      const payee = charge && charges.payeeOf(charge.terms.chave);
      if (!charge || !payee || !place) return null;
      const { name, city, postalCode } = payee;
      return writeDynamicCode({
        location: charges.locationOf(charge),
        recurrence: addressOf(place),
        name,
        city,
        postalCode,
        once: true,
      });
    },
    move(idRec, to, ending) {
      const found = store.get(idRec);
      if (!found || !next[found.status].includes(to)) return false;
      change(found, to, ending);
      return true;
    },
    setShort(idRec, isShort) {
      const found = store.get(idRec);
      if (found) store.put({ ...found, isShort });
    },
    all: () => store.values(),
    onChange: (listener) => void listeners.push(listener),
  };
}

function termsOf({ vinculo, calendario, valor, politicaRetentativa, ativacao }: RecBody): RecTerms {
  return {
    ...vinculo,
    ...calendario,
    valorRec: valor?.valorRec === undefined ? undefined : fromValor(valor.valorRec),
    valorMinimoRecebedor: valor?.valorMinimoRecebedor === undefined ? undefined : fromValor(valor.valorMinimoRecebedor),
    politicaRetentativa,
    txid: ativacao?.dadosJornada.txid,
  };
}
