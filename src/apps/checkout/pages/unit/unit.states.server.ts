import { defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { ClaimLine, ShownClaim, UnitData } from './unit.types.ts';

const line: ClaimLine = {
  href: '#',
  code: 'BCD-FGH',
  buyer: 'Maria da Silva',
  amount: 'R$ 4.788,00',
  method: 'Na unidade',
  day: '26/11/2026',
};
const claim: ShownClaim = {
  id: 'clm_gallery',
  code: line.code,
  buyer: line.buyer,
  amount: line.amount,
  method: line.method,
  until: line.day,
  state: 'open',
  proofKind: 'bank-draft',
  proof: [],
  held: null,
  reasons: ['returned-11', 'returned-12', 'withdrawal', 'mistake'],
  reversal: null,
  history: [{ kind: 'opened', at: '21/11/2026 10:04', who: null, amount: null }],
};
const taken: ShownClaim = {
  ...claim,
  state: 'taken',
  held: claim.amount,
  proof: [
    { name: 'bank', text: '237' },
    { name: 'agency', text: '1234' },
    { name: 'account', text: '0000123456' },
    { name: 'number', text: '000123' },
    { name: 'dueOn', text: '10/12/2026' },
  ],
  history: [...claim.history, { kind: 'taken', at: '22/11/2026 15:31', who: 'Ana Ribeiro', amount: claim.amount }],
};
const asked = (isOwn: boolean): ShownClaim => ({
  ...taken,
  reversal: {
    id: 'ref_gallery',
    amount: claim.amount,
    reason: 'returned-11',
    by: isOwn ? 'Ana Ribeiro' : 'Caio Nunes',
    isOwn,
  },
});

/** The school's people see no brand's colours: it is shown once, with the neutral ones of any link. */
const at =
  (change: Partial<UnitData> = {}) =>
  ({ visit }: GalleryRequest) => {
    const [unit] = visit.brand.units;
    // Nobody pays at a unit outside Brazil.
    if (!unit || visit.brand.market !== 'BR') return null;
    const data: UnitData = {
      person: 'Ana Ribeiro',
      unit: unit.name,
      here: '#',
      done: null,
      claim: null,
      open: [line, { ...line, code: 'JKM-PQR', buyer: 'Ana Souza', amount: 'R$ 2.874,00' }],
      taken: [],
      ...change,
    };
    return show<UnitData>(data);
  };

export const states = defineStates<UnitData>({
  usual: at(),
  none: at({ open: [] }),
  'not-found': (request) => refusedWith(at()(request), { code: 'BCD-FGJ' }, { code: 'unit.find.nothing' }),
  done: at({ open: [], taken: [line] }),
  open: at({ claim }),
  error: (request) =>
    refusedWith(at({ claim })(request), {}, { form: 'unit.error.proof-used', amount: 'unit.amount.wrong' }),
  'open-slip': at({ claim: { ...claim, proofKind: 'terminal-slip' } }),
  'open-transfer': at({ claim: { ...claim, proofKind: 'transfer-id' } }),
  'open-receipt': at({ claim: { ...claim, proofKind: 'receipt' } }),
  taken: at({ claim: taken, done: 'taken' }),
  asked: at({ claim: asked(true), done: 'asked' }),
  decide: at({ claim: asked(false) }),
  returned: at({ claim: { ...taken, state: 'returned', held: 'R$ 0,00' } }),
  over: at({ claim: { ...claim, state: 'over' } }),
});
