import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { PixCharges } from './pix-charges.server.ts';
import { fromValor, type PixReturn, type PixTerms, type ReceivedPix, type ReturnNature } from './pix.types.ts';
import { type Problem, problem, violation, violationsOf } from './problems.ts';
import { returnIdPattern, returnSchema } from './requests.ts';

/** The payee's side of a payment: a charge by its number, and the key of its account. */
export interface PaidCharge {
  readonly txid: string;
  readonly owner: string;
  readonly terms: Pick<PixTerms, 'chave'>;
}

/** Received and returned money. */
export interface PixMoney {
  /** `endToEndId`: when the transfer already has one. */
  receive(charge: PaidCharge, amount: number, endToEndId?: string): Promise<ReceivedPix>;
  byEndToEnd(owner: string, endToEndId: string): ReceivedPix | undefined;
  ofCharge(txid: string): readonly ReceivedPix[];
  /** What an owner received between two instants, oldest first. */
  between(owner: string, from: number, to: number): ReceivedPix[];
  giveBack(owner: string, endToEndId: string, id: string, input: unknown, refuse: boolean): Result<PixReturn, Problem>;
  /** The payer's bank disputes the remaining amount of a charge's Pix; null when nothing is left. */
  takeBack(txid: string, natureza: ReturnNature): Promise<PixReturn | null>;
  all(): IterableIterator<ReceivedPix>;
  /** Called for each received Pix and each finished return; the answer waits for it. */
  onChange(listener: (pix: ReceivedPix) => Promise<void>): void;
}

const bankId = '30306294';
const returnWindowMs = 90 * 86_400_000;
const returnTakesMs = 300;

export function openPixMoney(context: SandboxContext, charges: PixCharges): PixMoney {
  const store = context.store<ReceivedPix>('pix-received', { idOf: (pix) => pix.endToEndId });
  const byTxid = new Map<string, string[]>();
  const inOrder: string[] = [];
  const listeners: ((pix: ReceivedPix) => Promise<void>)[] = [];

  function index(pix: ReceivedPix): void {
    inOrder.push(pix.endToEndId);
    byTxid.set(pix.txid, [...(byTxid.get(pix.txid) ?? []), pix.endToEndId]);
  }
  for (const pix of store.values()) {
    index(pix);
    for (const back of pix.devolucoes) if (back.status === 'EM_PROCESSAMENTO') finishLater(pix.endToEndId, back.id);
  }

  const get = (id: string): ReceivedPix[] => [store.get(id)].filter((pix) => pix !== undefined);

  async function tell(pix: ReceivedPix): Promise<void> {
    await Promise.all(listeners.map((listener) => listener(pix)));
  }

  function finishLater(endToEndId: string, id: string): void {
    context.scheduler.at(new Date(context.clock.now().getTime() + returnTakesMs), () => void finish(endToEndId, id));
  }

  async function finish(endToEndId: string, id: string): Promise<void> {
    const pix = store.get(endToEndId);
    if (!pix) return;
    const done = (back: PixReturn): PixReturn =>
      back.id === id && back.status === 'EM_PROCESSAMENTO'
        ? { ...back, status: 'DEVOLVIDO', liquidacao: context.timestamp() }
        : back;
    const after = { ...pix, devolucoes: pix.devolucoes.map(done) };
    store.put(after);
    await tell(after);
  }

  return {
    async receive(charge, amount, endToEndId = newEndToEndId(context.clock.now())) {
      const { txid, owner, terms } = charge;
      const pix: ReceivedPix = {
        endToEndId,
        txid,
        owner,
        chave: terms.chave,
        amount,
        horario: context.timestamp(),
        devolucoes: [],
      };
      store.put(pix);
      index(pix);
      charges.close(txid, 'CONCLUIDA');
      await tell(pix);
      return pix;
    },
    byEndToEnd(owner, endToEndId) {
      const pix = store.get(endToEndId);
      return pix?.owner === owner ? pix : undefined;
    },
    ofCharge: (txid) => (byTxid.get(txid) ?? []).flatMap(get),
    between(owner, from, to) {
      const found: ReceivedPix[] = [];
      for (let at = inOrder.length - 1; at >= 0; at -= 1) {
        const pix = store.get(inOrder[at] ?? '');
        const time = pix ? Date.parse(pix.horario) : 0;
        if (time < from) break;
        if (pix?.owner === owner && time <= to) found.push(pix);
      }
      return found.reverse();
    },
    giveBack(owner, endToEndId, id, input, refuse) {
      const pix = this.byEndToEnd(owner, endToEndId);
      if (!pix) return err(problem('PixNaoEncontrado', 'Não há Pix com este e2eid.'));
      if (!returnIdPattern.test(id)) return invalidReturn('devolucao.id', 'De 1 a 35 letras e dígitos.');
      const parsed = returnSchema.safeParse(input);
      if (!parsed.success)
        return err(
          problem(
            'PixDevolucaoInvalida',
            'A devolução não respeita o schema.',
            violationsOf('devolucao', parsed.error),
          ),
        );
      const amount = fromValor(parsed.data.valor);
      const before = pix.devolucoes.find((back) => back.id === id);
      if (before)
        return before.amount === amount
          ? ok(before)
          : invalidReturn('devolucao.id', 'O id já foi usado por outra devolução deste Pix.');
      if (context.clock.now().getTime() - Date.parse(pix.horario) > returnWindowMs)
        return invalidReturn('devolucao', 'A janela de 90 dias acabou.');
      if (goneOf(pix) + amount > pix.amount)
        return invalidReturn('devolucao.valor', 'As devoluções excederiam o valor do Pix.');
      const back: PixReturn = {
        id,
        rtrId: `D${paperId(context.clock.now())}`,
        amount,
        natureza: parsed.data.natureza,
        ...(parsed.data.descricao === undefined ? {} : { descricao: parsed.data.descricao }),
        solicitacao: context.timestamp(),
        status: refuse ? 'NAO_REALIZADO' : 'EM_PROCESSAMENTO',
      };
      store.put({ ...pix, devolucoes: [...pix.devolucoes, back] });
      if (!refuse) finishLater(endToEndId, id);
      return ok(back);
    },
    async takeBack(txid, natureza) {
      for (const pix of (byTxid.get(txid) ?? []).flatMap(get)) {
        const amount = pix.amount - goneOf(pix);
        if (amount <= 0) continue;
        const now = context.clock.now();
        const paper = paperId(now);
        const at = context.timestamp();
        const done = { status: 'DEVOLVIDO', solicitacao: at, liquidacao: at } as const;
        const back: PixReturn = { id: `MED${paper.slice(-11)}`, rtrId: `D${paper}`, amount, natureza, ...done };
        const after = { ...pix, devolucoes: [...pix.devolucoes, back] };
        store.put(after);
        await tell(after);
        return back;
      }
      return null;
    },
    all: () => store.values(),
    onChange: (listener) => void listeners.push(listener),
  };
}

function goneOf({ devolucoes }: ReceivedPix): number {
  return devolucoes.reduce((sum, { status, amount }) => (status === 'NAO_REALIZADO' ? sum : sum + amount), 0);
}

/** A new end-to-end id. */
export function newEndToEndId(now: Date): string {
  return `E${paperId(now)}`;
}

/** Bank, minute and eleven letters or digits: what follows the first letter of an end-to-end id. */
function paperId(now: Date): string {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12);
  return `${bankId}${minute}${randomUUID().replaceAll('-', '').slice(0, 11)}`;
}

function invalidReturn(property: string, reason: string): Result<never, Problem> {
  return err(problem('PixDevolucaoInvalida', reason, [violation(property, reason)]));
}
