import type { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { hundredths } from './late-amount.ts';
import { fromValor, type PixCharge, type PixTerms } from './pix.types.ts';
import { chargeProblems, type Problem, problem, violation, violationsOf } from './problems.ts';
import { cobRevisionSchema, cobSchema, cobvRevisionSchema, cobvSchema } from './requests.ts';

type Kind = PixCharge['kind'];
type Cob = z.infer<typeof cobRevisionSchema>;
type Cobv = z.infer<typeof cobvRevisionSchema>;

/** The members of a revision. */
export interface Revision {
  readonly removes: boolean;
  readonly terms: PixTerms;
}

/** Reads the body of a PUT. `today` is the bank's day, `YYYY-MM-DD`. */
export function parseTerms(kind: Kind, input: unknown, today: string): Result<PixTerms, Problem> {
  if (kind === 'cob') {
    const parsed = cobSchema.safeParse(input);
    if (!parsed.success) return refused(kind, parsed.error);
    return withoutCash(parsed.data) ?? ok(cobTerms(emptyTerms, parsed.data));
  }
  const parsed = cobvSchema.safeParse(input);
  if (!parsed.success) return refused(kind, parsed.error);
  const { calendario } = parsed.data;
  if (calendario.dataDeVencimento < today) {
    const reason = 'O campo cobv.calendario.dataDeVencimento é anterior à data de criação da cobrança.';
    return err(
      problem(chargeProblems.cobv.invalid, 'O vencimento já passou.', [
        violation('cobv.calendario.dataDeVencimento', reason),
      ]),
    );
  }
  return withoutExtras(parsed.data) ?? ok(cobvTerms(emptyTerms, parsed.data));
}

/** Reads the body of a PATCH: members that are absent stay as they are. */
export function readRevision({ kind, terms }: PixCharge, input: unknown): Result<Revision, Problem> {
  if (kind === 'cob') {
    const parsed = cobRevisionSchema.safeParse(input);
    if (!parsed.success) return refused(kind, parsed.error);
    return (
      withoutCash(parsed.data) ?? ok({ removes: parsed.data.status !== undefined, terms: cobTerms(terms, parsed.data) })
    );
  }
  const parsed = cobvRevisionSchema.safeParse(input);
  if (!parsed.success) return refused(kind, parsed.error);
  return (
    withoutExtras(parsed.data) ??
    ok({ removes: parsed.data.status !== undefined, terms: cobvTerms(terms, parsed.data) })
  );
}

/** Whether two charges have the same terms; members are always written in the same order. */
export function sameTerms(one: PixTerms, other: PixTerms): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const emptyTerms: PixTerms = { amount: 0, mayChangeAmount: false, chave: '' };

function cobTerms(before: PixTerms, body: Cob): PixTerms {
  return {
    ...commonTerms(before, body),
    mayChangeAmount: body.valor === undefined ? before.mayChangeAmount : body.valor.modalidadeAlteracao === 1,
    expiracao: body.calendario?.expiracao ?? before.expiracao,
  };
}

function cobvTerms(before: PixTerms, body: Cobv): PixTerms {
  return {
    ...commonTerms(before, body),
    dueDate: body.calendario?.dataDeVencimento ?? before.dueDate,
    daysAfterDue: body.calendario?.validadeAposVencimento ?? before.daysAfterDue,
    late: body.valor === undefined ? before.late : lateOf(body.valor),
  };
}

function lateOf({ multa, juros }: NonNullable<Cobv['valor']>): PixTerms['late'] {
  if (!multa && !juros) return undefined;
  return { fine: hundredths(multa?.valorPerc ?? '0.00'), monthlyInterest: hundredths(juros?.valorPerc ?? '0.00') };
}

function commonTerms(before: PixTerms, body: Cob | Cobv): PixTerms {
  return {
    amount: body.valor === undefined ? before.amount : fromValor(body.valor.original),
    mayChangeAmount: before.mayChangeAmount,
    chave: body.chave ?? before.chave,
    devedor: body.devedor ?? before.devedor,
    solicitacaoPagador: body.solicitacaoPagador ?? before.solicitacaoPagador,
    infoAdicionais: body.infoAdicionais ?? before.infoAdicionais,
  };
}

function refused(kind: Kind, error: z.ZodError): Result<never, Problem> {
  const detail = 'A requisição não respeita o schema ou está semanticamente errada.';
  return err(problem(chargeProblems[kind].invalid, detail, violationsOf(kind, error)));
}

function withoutCash({ valor, loc }: Cob): Result<never, Problem> | null {
  return unknownLocation('cob', loc) ?? (valor?.retirada === undefined ? null : notContracted('Pix Saque e Pix Troco'));
}

function withoutExtras({ valor, loc }: Cobv): Result<never, Problem> | null {
  const extras = [valor?.abatimento, valor?.desconto];
  return (
    unknownLocation('cobv', loc) ??
    (extras.every((extra) => extra === undefined) ? null : notContracted('Abatimento e desconto'))
  );
}

/** This bank makes the locations itself, so that a request cannot name one. */
function unknownLocation(kind: Kind, loc: { readonly id: number } | undefined): Result<never, Problem> | null {
  if (loc === undefined) return null;
  const reason = 'O location referenciado por loc.id inexiste.';
  return err(problem(chargeProblems[kind].invalid, reason, [violation(`${kind}.loc.id`, reason)]));
}

/** Parts of the norm that this contract does not cover. */
function notContracted(part: string): Result<never, Problem> {
  return err(problem('AcessoNegado', `${part} não fazem parte do seu contrato com este banco.`));
}
