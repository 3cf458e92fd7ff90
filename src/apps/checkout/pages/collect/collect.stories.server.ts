import type { ProofKind } from '#src/domain/in-person/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { defineStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import { methodLabel } from './collect-data.server.ts';
import type { InPersonPaymentLine, InPersonPaymentView, CollectData } from './collect.types.ts';

/** The buyer of a sample, and the payment method. */
interface Samples {
  readonly line: InPersonPaymentLine;
  readonly other: InPersonPaymentLine;
  /** The first line, open; `kind` is the kind of its proof. */
  readonly payment: (kind?: ProofKind) => InPersonPaymentView;
  readonly taken: InPersonPaymentView;
  readonly nothing: string;
}

/** The brand's in-person payment methods by kind of proof: read through the rail's form, because only the rail has it. */
function methodsByProof({ ctx, brands, visit }: StoryRequest): ReadonlyMap<string, string> {
  const own = brands.brands.filter(({ brand }) => brand === visit.brand.brand).flatMap(({ products }) => products);
  const methods = own.flatMap(({ plans }) => plans.flatMap((plan) => plan.methods.map(({ method }) => method)));
  const byProof = new Map<string, string>();
  for (const method of new Set(methods)) {
    const rail = ctx.rails.byMethod(method);
    if (rail?.requiresLocation !== 'unit') continue;
    const buyer = { name: '', email: '', phone: '' };
    const input = { fields: { means: method }, market: visit.brand.market, buyer, now: ctx.clock.now() };
    const read = ctx.rails.server(rail.id).readDetails(input);
    const kind = read.ok ? read.value.details['proofKind'] : null;
    if (typeof kind === 'string') byProof.set(kind, method);
  }
  return byProof;
}

/** Built in the page's language; null where the brand has no in-person payments. */
function samplesOf(request: StoryRequest): Samples | null {
  const byProof = methodsByProof(request);
  const money = (amount: bigint): string => formatMoney({ amount, currency: 'BRL' }, request.view.locale);
  const method = (kind: ProofKind): string => methodLabel(request, byProof.get(kind) ?? '');
  if (byProof.size === 0) return null;
  const line: InPersonPaymentLine = {
    href: '#',
    code: 'BCD-FGH',
    buyer: 'Maria da Silva',
    amount: money(478_800n),
    method: method('bank-draft'),
    day: '26/11/2026',
  };
  const payment = (kind: ProofKind = 'bank-draft'): InPersonPaymentView => ({
    id: 'clm_gallery',
    ...{ code: line.code, buyer: line.buyer, amount: line.amount, method: method(kind), until: line.day },
    state: 'open',
    proofKind: kind,
    proof: [],
    held: null,
    reasons: ['returned-11', 'returned-12', 'withdrawal', 'mistake'],
    refund: null,
    history: [{ kind: 'opened', at: '21/11/2026 10:04', who: null, amount: null }],
  });
  const open = payment();
  return {
    line,
    other: { ...line, code: 'JKM-PQR', buyer: 'Ana Souza', amount: money(287_400n), method: method('receipt') },
    payment,
    taken: {
      ...open,
      state: 'taken',
      held: open.amount,
      proof: [
        { name: 'bank', text: '237' },
        { name: 'agency', text: '1234' },
        { name: 'account', text: '0000123456' },
        { name: 'number', text: '000123' },
        { name: 'dueOn', text: '10/12/2026' },
      ],
      history: [
        ...open.history,
        { kind: 'collected', at: '22/11/2026 15:31', who: 'Ana Ribeiro', amount: open.amount },
      ],
    },
    nothing: money(0n),
  };
}

/** A requested refund. */
const asked = (taken: InPersonPaymentView, isOwn: boolean): InPersonPaymentView => ({
  ...taken,
  refund: {
    id: 'ref_gallery',
    amount: taken.amount,
    reason: 'returned-11',
    by: isOwn ? 'Ana Ribeiro' : 'Caio Nunes',
    isOwn,
  },
});

/** The page has no brand theme: the gallery shows it once, in the neutral theme. */
const at =
  (change: (samples: Samples) => Partial<CollectData> = () => ({})) =>
  (request: StoryRequest) => {
    const { brand } = request.visit;
    const [unit] = brand.units;
    // In-person payments exist in Brazil only.
    const samples = unit && brand.market === 'BR' ? samplesOf(request) : null;
    if (!unit || !samples) return null;
    const data: CollectData = {
      person: 'Ana Ribeiro',
      unit: unit.name,
      here: '#',
      done: null,
      payment: null,
      open: [samples.line, samples.other],
      taken: [],
      ...change(samples),
    };
    return show<CollectData>(data);
  };

export const stories = defineStories<CollectData>({
  usual: at(),
  none: at(() => ({ open: [] })),
  'not-found': (request) => refusedWith(at()(request), { code: 'BCD-FGJ' }, { code: 'collect.find.nothing' }),
  done: at(({ line }) => ({ open: [], taken: [line] })),
  open: at(({ payment }) => ({ payment: payment() })),
  error: (request) =>
    refusedWith(
      at(({ payment }) => ({ payment: payment() }))(request),
      {},
      { form: 'collect.error.proof-used', amount: 'collect.amount.wrong' },
    ),
  'open-slip': at(({ payment }) => ({ payment: payment('terminal-slip') })),
  'open-transfer': at(({ payment }) => ({ payment: payment('transfer-id') })),
  'open-receipt': at(({ payment }) => ({ payment: payment('receipt') })),
  taken: at(({ taken }) => ({ payment: taken, done: 'taken' })),
  asked: at(({ taken }) => ({ payment: asked(taken, true), done: 'asked' })),
  decide: at(({ taken }) => ({ payment: asked(taken, false) })),
  returned: at(({ taken, nothing }) => ({ payment: { ...taken, state: 'returned', held: nothing } })),
  over: at(({ payment }) => ({ payment: { ...payment(), state: 'over' } })),
});
