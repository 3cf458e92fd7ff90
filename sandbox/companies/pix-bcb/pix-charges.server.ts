import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Payee } from '../../runtime/contracts.ts';
import { bankDay } from '../../pages/format.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { writeDynamicCode } from './br-code.ts';
import type { PixCharge, PixTerms } from './pix.types.ts';
import { chargeProblems, type Problem, problem, type Violation, violation } from './problems.ts';
import { txidPattern } from './requests.ts';
import { readRevision, parseTerms, sameTerms } from './terms.ts';
import { accountOf } from './account.server.ts';

export type Kind = PixCharge['kind'];

/** The bank's charges: made, revised and found by the rules of API Pix 2.9.0. */
export interface PixCharges {
  put(kind: Kind, owner: string, txid: string, input: unknown): Result<PixCharge, Problem>;
  revise(kind: Kind, owner: string, txid: string, input: unknown): Result<PixCharge, Problem>;
  find(kind: Kind, owner: string, txid: string): Result<PixCharge, Problem>;
  byTxid(txid: string): PixCharge | undefined;
  byToken(token: string): PixCharge | undefined;
  /** Ends a charge that is still open; false when it was not. */
  close(txid: string, status: Exclude<PixCharge['status'], 'ATIVA'>): boolean;
  /** Opens an account for another bank's client, whose slips carry a QR of this bank. */
  addPayee(payee: Payee & { readonly owner: string }): void;
  payeeOf(chave: string): (Payee & { readonly owner: string }) | undefined;
  locationOf(charge: Pick<PixCharge, 'kind' | 'token'>): string;
  all(): IterableIterator<PixCharge>;
}

export function openPixCharges(context: SandboxContext): PixCharges {
  const store = context.store<PixCharge>('pix-charges', { idOf: (charge) => charge.txid });
  const tokens = new Map<string, string>();
  for (const charge of store.values()) tokens.set(charge.token, charge.txid);
  const { payee: schoolPayee, clientId } = accountOf(context.secrets);
  const payees = new Map([[schoolPayee.key, { ...schoolPayee, owner: clientId }]]);
  const host = (): string => new URL(context.origin()).host;
  const locationOf = ({ kind, token }: Pick<PixCharge, 'kind' | 'token'>): string =>
    `${host()}/pix-bank/qr/v2/${kind === 'cobv' ? 'cobv/' : ''}${token}`;

  function invalid(kind: Kind, detail: string, violations: readonly Violation[]): Result<never, Problem> {
    return err(problem(chargeProblems[kind].invalid, detail, violations));
  }

  function payeeOfOwner(kind: Kind, owner: string, chave: string): Result<Payee, Problem> {
    const payee = payees.get(chave);
    if (payee?.owner === owner) return ok(payee);
    const reason = `O campo ${kind}.chave corresponde a uma conta que não pertence a este usuário recebedor.`;
    return invalid(kind, 'A chave não é sua.', [violation(`${kind}.chave`, reason)]);
  }

  function make(kind: Kind, owner: string, txid: string, terms: PixTerms, payee: Payee): PixCharge {
    const token = randomUUID().replaceAll('-', '');
    const location = locationOf({ kind, token });
    const charge: PixCharge = {
      txid,
      kind,
      owner,
      criacao: context.timestamp(),
      revisao: 0,
      status: 'ATIVA',
      terms,
      loc: store.size + 1,
      token,
      brCode: writeDynamicCode({
        location,
        name: payee.name,
        city: payee.city,
        postalCode: payee.postalCode,
        once: true,
      }),
      history: [],
    };
    store.put(charge);
    tokens.set(token, txid);
    return charge;
  }

  function revised(charge: PixCharge, terms: PixTerms): PixCharge {
    const next = { ...charge, terms, revisao: charge.revisao + 1, history: [...charge.history, charge.terms] };
    store.put(next);
    return next;
  }

  function own(kind: Kind, owner: string, txid: string): PixCharge | undefined {
    const charge = store.get(txid);
    return charge?.kind === kind && charge.owner === owner ? charge : undefined;
  }

  const missing = (kind: Kind): Result<never, Problem> =>
    err(problem(chargeProblems[kind].missing, 'Não há cobrança com este txid.'));

  return {
    put(kind, owner, txid, input) {
      if (!txidPattern.test(txid))
        return invalid(kind, 'O txid não respeita o schema.', [
          violation(`${kind}.txid`, 'De 26 a 35 letras e dígitos.'),
        ]);
      const terms = parseTerms(kind, input, bankDay(context.clock.now()));
      if (!terms.ok) return terms;
      const payee = payeeOfOwner(kind, owner, terms.value.chave);
      if (!payee.ok) return payee;
      if (!store.get(txid)) return ok(make(kind, owner, txid, terms.value, payee.value));
      const before = own(kind, owner, txid);
      if (!before)
        return invalid(kind, 'O txid já está em uso.', [violation(`${kind}.txid`, 'O txid já está em uso.')]);
      if (sameTerms(before.terms, terms.value)) return ok(before);
      if (before.status !== 'ATIVA') return invalid(kind, 'A cobrança não está ATIVA e não pode ser alterada.', []);
      return ok(revised(before, terms.value));
    },
    revise(kind, owner, txid, input) {
      const charge = own(kind, owner, txid);
      if (!charge) return missing(kind);
      const change = readRevision(charge, input);
      if (!change.ok) return change;
      if (charge.status !== 'ATIVA') return invalid(kind, 'A cobrança não está ATIVA e não pode ser alterada.', []);
      const { removes, terms } = change.value;
      if (!removes) return sameTerms(terms, charge.terms) ? ok(charge) : ok(revised(charge, terms));
      if (!sameTerms(terms, charge.terms)) {
        return invalid(kind, 'Não faz sentido remover e alterar ao mesmo tempo.', [
          violation(`${kind}.status`, 'Remoção junto com outras alterações.'),
        ]);
      }
      const removed: PixCharge = {
        ...charge,
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
        revisao: charge.revisao + 1,
        history: [...charge.history, charge.terms],
      };
      store.put(removed);
      return ok(removed);
    },
    find(kind, owner, txid) {
      const charge = own(kind, owner, txid);
      return charge ? ok(charge) : missing(kind);
    },
    byTxid: (txid) => store.get(txid),
    byToken: (token) => store.get(tokens.get(token) ?? ''),
    close(txid, status) {
      const charge = store.get(txid);
      if (charge?.status !== 'ATIVA') return false;
      store.put({ ...charge, status });
      return true;
    },
    addPayee: (payee) => void payees.set(payee.key, payee),
    payeeOf: (chave) => payees.get(chave),
    locationOf,
    all: () => store.values(),
  };
}
