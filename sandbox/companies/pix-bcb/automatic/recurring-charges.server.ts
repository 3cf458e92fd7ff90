import { effectiveDueDay } from '#src/kernel/time/due-day.ts';
import { addDays, daysBetween, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { startOfLocalDate } from '#src/kernel/time/zones.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { bankDay } from '#sandbox/pages/format.ts';
import type { SandboxContext } from '#sandbox/runtime/sandbox-context.server.ts';
import { newEndToEndId, type PixMoney } from '../pix-money.server.ts';
import { fromValor } from '../pix.types.ts';
import { type Problem, problem, violation, violationsOf } from '../problems.ts';
import type { PixRecurrences } from './recurrences.server.ts';
import { cobrRevisionSchema, cobrSchema } from './recurring.requests.ts';
import type { ChargeTry, CobrStatus, Ending, PixRecurrence, RecurringCharge } from './recurring.types.ts';
import { txidPattern } from '../requests.ts';

/** Mandate charges: the bank collects them by itself on their day. */
export interface RecurringCharges {
  put(owner: string, txid: string, input: unknown): Result<RecurringCharge, Problem>;
  find(owner: string, txid: string): Result<RecurringCharge, Problem>;
  cancel(owner: string, txid: string, input: unknown): Result<RecurringCharge, Problem>;
  /** A retry on a later day. */
  retry(owner: string, txid: string, day: string): Result<RecurringCharge, Problem>;
  /** Cancels one charge by the payer, until the day before. */
  stop(txid: string): boolean;
  ofRecurrence(idRec: string): RecurringCharge[];
  all(): IterableIterator<RecurringCharge>;
  onChange(listener: (charge: RecurringCharge) => Promise<void>): void;
}

/** Rules of the scheme as this bank applies them (unverified). */
const sentDaysBefore = { earliest: 10, latest: 2 };
const retryDays = 7;
const mostRetries = 3;
const settlesAtHour = 6;
const zone = 'America/Sao_Paulo';

export function openRecurringCharges(
  context: SandboxContext,
  recurrences: PixRecurrences,
  money: PixMoney,
  keyOf: (owner: string) => string,
): RecurringCharges {
  const store = context.store<RecurringCharge>('pix-recurring-charges', { idOf: (one) => one.txid });
  const listeners: ((charge: RecurringCharge) => Promise<void>)[] = [];
  const today = (): string => bankDay(context.clock.now());
  const invalid = (reason: string, property: string): Result<never, Problem> =>
    err(problem('CobROperacaoInvalida', reason, [violation(property, reason)]));

  function save(charge: RecurringCharge): RecurringCharge {
    store.put(charge);
    for (const listener of listeners) void listener(charge);
    return charge;
  }

  function moved(charge: RecurringCharge, status: CobrStatus, ending?: Ending): RecurringCharge {
    const step = { status, data: context.timestamp() };
    return { ...charge, status, steps: [...charge.steps, step], ...(ending ? { ending } : {}) };
  }

  function tried(charge: RecurringCharge, change: Pick<ChargeTry, 'status' | 'rejection'>): RecurringCharge {
    const step = { status: change.status, data: context.timestamp() };
    const tries = charge.tries.map((one) =>
      one.status === 'AGENDADA' ? { ...one, ...change, steps: [...one.steps, step] } : one,
    );
    return { ...charge, tries };
  }

  function at(day: string, run: () => void): void {
    const start = startOfLocalDate(requireLocalDate(day), zone).getTime();
    context.scheduler.at(new Date(start + settlesAtHour * 3_600_000), run);
  }

  /** Schedules the remaining steps of an open charge. */
  function schedule(charge: RecurringCharge): void {
    const open = charge.tries.find(({ status }) => status === 'AGENDADA');
    if (open) at(open.on, () => void settle(charge.txid));
    at(addDays(requireLocalDate(charge.dueDate), retryDays + 1), () => expire(charge.txid));
  }

  async function settle(txid: string): Promise<void> {
    const charge = store.get(txid);
    const open = charge?.tries.find(({ status }) => status === 'AGENDADA');
    const recurrence = charge && recurrences.byId(charge.idRec);
    if (charge?.status !== 'ATIVA' || !open || recurrence?.status !== 'APROVADA') return;
    if (recurrence.isShort) {
      const failed = tried(charge, {
        status: 'REJEITADA',
        rejection: { codigo: 'AM02', descricao: 'Saldo ou limite insuficiente na conta de quem paga.' },
      });
      save(mayRetry(recurrence, failed) ? failed : moved(failed, 'EXPIRADA'));
      return;
    }
    store.put(moved(tried(charge, { status: 'PAGA' }), 'CONCLUIDA'));
    const { owner, amount } = charge;
    await money.receive({ txid, owner, terms: { chave: keyOf(owner) } }, amount, open.endToEndId);
    const paid = store.get(txid);
    if (paid) save(paid);
  }

  function expire(txid: string): void {
    const charge = store.get(txid);
    if (charge?.status === 'ATIVA') save(moved(tried(charge, { status: 'EXPIRADA' }), 'EXPIRADA'));
  }

  function mayRetry({ terms }: PixRecurrence, { dueDate, tries }: RecurringCharge): boolean {
    const last = addDays(requireLocalDate(dueDate), retryDays);
    return terms.politicaRetentativa === 'PERMITE_3R_7D' && tries.length <= mostRetries && today() < last;
  }

  function newTry(on: string, tipo: ChargeTry['tipo']): ChargeTry {
    const steps = [{ status: 'AGENDADA' as const, data: context.timestamp() }];
    return { endToEndId: newEndToEndId(context.clock.now()), on, tipo, status: 'AGENDADA', steps };
  }

  function canceled(charge: RecurringCharge, solicitante: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR'): RecurringCharge {
    const ending = { kind: 'cancelamento', codigo: 'SLCR', solicitante, descricao: 'Cancelada a pedido.' } as const;
    return save(moved(tried(charge, { status: 'CANCELADA' }), 'CANCELADA', ending));
  }

  const isCancelable = ({ status, tries }: RecurringCharge): boolean =>
    status === 'ATIVA' && tries.every(({ on, tipo }) => tipo !== 'AGND' || today() < on);

  for (const charge of store.values()) if (charge.status === 'ATIVA') schedule(charge);
  // A canceled mandate cancels its open charges.
  recurrences.onChange(async ({ idRec, status }) => {
    if (status !== 'CANCELADA') return;
    for (const charge of store.values())
      if (charge.idRec === idRec && charge.status === 'ATIVA') canceled(charge, 'USUARIO_PAGADOR');
  });

  return {
    put(owner, txid, input) {
      if (!txidPattern.test(txid)) return invalid('O txid não respeita o schema.', 'cobr.txid');
      const parsed = cobrSchema.safeParse(input);
      if (!parsed.success) {
        const detail = 'A requisição não respeita o schema ou está semanticamente errada.';
        return err(problem('CobROperacaoInvalida', detail, violationsOf('cobr', parsed.error)));
      }
      const { idRec, calendario, valor, ajusteDiaUtil, infoAdicional } = parsed.data;
      const dueDate = calendario.dataDeVencimento;
      const amount = fromValor(valor.original);
      const before = store.get(txid);
      if (before) {
        const isSame = before.owner === owner && before.idRec === idRec && before.dueDate === dueDate;
        return isSame && before.amount === amount ? ok(before) : invalid('O txid já está em uso.', 'cobr.txid');
      }
      const found = recurrences.byId(idRec);
      if (found?.owner !== owner || found.status !== 'APROVADA')
        return invalid('A recorrência não está aprovada.', 'cobr.idRec');
      const ahead = daysBetween(requireLocalDate(today()), requireLocalDate(dueDate));
      if (ahead < sentDaysBefore.latest || ahead > sentDaysBefore.earliest)
        return invalid('A cobrança é enviada de 10 a 2 dias antes do vencimento.', 'cobr.calendario.dataDeVencimento');
      if (found.terms.valorRec !== undefined && found.terms.valorRec !== amount)
        return invalid('O valor não é o que foi aprovado.', 'cobr.valor.original');
      if (this.ofRecurrence(idRec).some((one) => isLive(one) && sameCycle(found, one.dueDate, dueDate)))
        return invalid('Existe outra cobrança no mesmo ciclo.', 'cobr.calendario.dataDeVencimento');
      const on = ajusteDiaUtil ? effectiveDueDay(requireLocalDate(dueDate)) : dueDate;
      const charge: RecurringCharge = {
        txid,
        owner,
        idRec,
        criacao: context.timestamp(),
        amount,
        dueDate,
        ajusteDiaUtil,
        infoAdicional,
        status: 'ATIVA',
        steps: (['CRIADA', 'ATIVA'] as const).map((status) => ({ status, data: context.timestamp() })),
        tries: [newTry(on, 'AGND')],
      };
      save(charge);
      schedule(charge);
      return ok(charge);
    },
    find(owner, txid) {
      const found = store.get(txid);
      return found?.owner === owner
        ? ok(found)
        : err(problem('CobRNaoEncontrado', 'Não há cobrança recorrente com este txid.'));
    },
    cancel(owner, txid, input) {
      const found = this.find(owner, txid);
      if (!found.ok) return found;
      if (!cobrRevisionSchema.safeParse(input).success) return invalid('Só cabe o cancelamento.', 'cobr.status');
      if (!isCancelable(found.value)) return invalid('Já é dia da primeira tentativa, ou a cobrança acabou.', 'cobr');
      return ok(canceled(found.value, 'USUARIO_RECEBEDOR'));
    },
    retry(owner, txid, day) {
      const found = this.find(owner, txid);
      if (!found.ok) return found;
      const charge = found.value;
      const recurrence = recurrences.byId(charge.idRec);
      if (charge.tries.some(({ status }) => status === 'AGENDADA'))
        return invalid('Existe uma tentativa ativa.', 'data');
      if (day <= today()) return invalid('O parâmetro data não corresponde a uma data futura.', 'data');
      const isLate = day > addDays(requireLocalDate(charge.dueDate), retryDays);
      if (charge.status !== 'ATIVA' || !recurrence || isLate || !mayRetry(recurrence, charge))
        return invalid('A política configurada na recorrência não permite retentativa de cobrança.', 'data');
      const next = save({ ...charge, tries: [...charge.tries, newTry(day, 'NTAG')] });
      at(day, () => void settle(txid));
      return ok(next);
    },
    stop(txid) {
      const charge = store.get(txid);
      if (!charge || !isCancelable(charge)) return false;
      canceled(charge, 'USUARIO_PAGADOR');
      return true;
    },
    ofRecurrence: (idRec) => [...store.values()].filter((one) => one.idRec === idRec),
    all: () => store.values(),
    onChange: (listener) => void listeners.push(listener),
  };
}

function isLive({ status }: RecurringCharge): boolean {
  return status !== 'REJEITADA' && status !== 'CANCELADA';
}

const cycleDays = { SEMANAL: 7, MENSAL: 28, TRIMESTRAL: 89, SEMESTRAL: 181, ANUAL: 365 } as const;

function sameCycle({ terms }: PixRecurrence, one: string, other: string): boolean {
  return Math.abs(daysBetween(requireLocalDate(one), requireLocalDate(other))) < cycleDays[terms.periodicidade];
}
