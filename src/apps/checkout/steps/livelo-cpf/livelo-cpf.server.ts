import { patchLead } from '#src/domain/checkout/leads/index.server.ts';
import { earnedPoints, type IdentifyFailure, identifyMember } from '#src/domain/customers/loyalty/index.server.ts';
import { formatCount } from '#src/kernel/money/format-money.ts';
import { cpfRule } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { formatDocument } from '#src/ui/payment/document-mask.ts';
import {
  nextStepOf,
  pointsPaths,
  openPointsPage,
  type PointsPage,
  skipPoints,
} from '../../site/loyalty/open-points-page.server.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '../../framework/page.server.ts';
import type { LiveloCpfData } from './livelo-cpf-page.tsx';

const longest = 40;

/** The field beside which a failure is shown; the others are shown above the form. */
const atField: ReadonlySet<IdentifyFailure> = new Set<IdentifyFailure>(['not-member']);
const reportedFailures: ReadonlySet<IdentifyFailure> = new Set<IdentifyFailure>(['not-member', 'blocked', 'too-many']);

export const page = definePage<LiveloCpfData>({
  load: async (request) => {
    const visit = await openPointsPage(request);
    if (visit.kind !== 'points') return visit;
    const { lead, wants, programme, head } = visit;
    return show<LiveloCpfData>(
      {
        wants,
        isServed: programme !== null,
        cpf: lead.document?.type === 'cpf' ? formatDocument(lead.document.number) : '',
        earned: await earnedText(request, visit),
      },
      { head },
    );
  },

  submit: async (form, request) => {
    const visit = await openPointsPage(request);
    if (visit.kind !== 'points') return visit;
    const skipped = await skipPoints(request, form, visit);
    if (skipped) return skipped;
    const { session, lead, wants, programme } = visit;
    if (!programme) return redirect(request.href(request.path));
    const values = { cpf: (form['cpf'] ?? '').slice(0, longest) };
    const wrong = cpfRule(values.cpf);
    if (wrong) return refuse(values, { cpf: wrong });
    const number = normalizeDocument(values.cpf);
    const memberRequest = { document: number, kind: wants, ip: request.browser.ip };
    const found = await identifyMember(request.ctx, programme, session, memberRequest);
    if (found.ok) {
      // The payment has the document already, so it is not asked twice. On an order it is the payer's own, also a company's.
      if (!session.orderId && lead.document?.type !== 'cnpj')
        await patchLead(request.ctx, session, lead.id, { document: { type: 'cpf', number } });
      return wants === 'earn' ? redirect(request.href(pointsPaths.whole)) : nextStepOf(request);
    }
    if (found.error === 'order-paid') return redirect(request.href('/success'));
    const key = `livelo-cpf.${reportedFailures.has(found.error) ? found.error : 'unavailable'}`;
    return refuse(values, { [atField.has(found.error) ? 'cpf' : 'form']: key });
  },
});

/** How many points the purchase earns, where that is what the buyer came for and the programme says so. */
async function earnedText(request: PageRequest, { wants, programme, offer }: PointsPage): Promise<string | null> {
  if (wants !== 'earn' || !programme) return null;
  const terms = await programme.earning();
  const { total, discount } = offer.quote;
  const points = terms.ok ? earnedPoints(total, terms.value, discount > 0n) : 0;
  return points === 0 ? null : formatCount(points, request.view.locale);
}
