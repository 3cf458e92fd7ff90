import { leadById } from '#src/domain/leads/index.server.ts';
import { verifyMeansOnce } from '#src/domain/payments/index.server.ts';
import { type OwnSubscription, ownSubscription } from '#src/domain/personal-data/index.server.ts';
import { chargePeriodNow, owedNow } from '#src/domain/renewals/index.server.ts';
import { setMeans } from '#src/domain/subscriptions/index.server.ts';
import { buyerPath, enterBuyerPage } from '../../passes/enter-buyer-page.server.ts';
import { errorsOfRail, fieldsOfRail } from '../../steps/payment/payment-form.ts';
import {
  definePage,
  type FormFields,
  type PageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type Submitted,
} from '../../web/page.server.ts';
import { partsOfRails } from '../../web/parts.ts';
import { agreementField, type MyCardData } from './my-card.types.ts';
import { keepingMethod, myCard, owing, termsOfCard } from './my-card-data.server.ts';

type Found = { readonly kind: 'found'; readonly pageId: string; readonly email: string } & OwnSubscription;

export const page = definePage<MyCardData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const due = await owedNow(request.ctx, found.subscription);
    const data = myCard(request, found.pageId, found.subscription, found.email, due);
    return show<MyCardData>(data, { head: { parts: data.method ? partsOfRails('form', [data.method.rail]) : [] } });
  },

  submit: async (form, request) => {
    const found = await find(request);
    return found.kind === 'found' ? takeCard(request, found, form) : found;
  },
});

/** A subscription of the page's buyer that still goes on; everything else leads back. */
async function find(request: PageRequest): Promise<Found | Redirect> {
  const entered = await enterBuyerPage(request);
  if (entered.kind !== 'found') return entered;
  const { id: pageId, email } = entered.page;
  const own = await ownSubscription(request.ctx, entered.page, request.params['subscription'] ?? '');
  if (!own || own.subscription.state === 'canceled') return redirect(request.href(buyerPath(pageId)));
  return { kind: 'found', pageId, email, ...own };
}

const keyShape = /^[\w-]{16,64}$/;

/** Nothing is charged for checking the card; what is owed is charged by it as soon as it is kept. */
async function takeCard(request: PageRequest, found: Found, form: FormFields): Promise<Submitted> {
  const { ctx, href, browser } = request;
  const { subscription, pageId } = found;
  const keeping = keepingMethod(request, subscription);
  const lead = await leadById(ctx.db, subscription.leadId);
  const key = form['key'] ?? '';
  if (!keeping || !lead || !keyShape.test(key)) return refuse({}, { form: 'my-card.unreachable' });
  const fields = fieldsOfRail(form, keeping.rail);
  const renewal = termsOfCard(ctx, subscription);
  if (fields[agreementField(renewal !== null)] !== 'yes') return refuse({}, { form: 'my-card.keep-missing' });
  const checked = await verifyMeansOnce(ctx, {
    key: `${subscription.id} ${key}`,
    business: subscription.business,
    market: subscription.market,
    currency: subscription.price.currency,
    method: keeping.method,
    fields,
    buyer: { name: lead.name, email: lead.email, phone: lead.phone },
    sessionId: lead.sessionId,
    ip: browser.ip,
    locale: subscription.locale,
    ...(renewal ? { renewal } : {}),
    visitor: browser.hash,
  });
  if (!checked.ok) {
    const { error } = checked;
    if (error.code === 'fields-invalid')
      return refuse({}, { ...errorsOfRail(error.fields, keeping.rail), form: 'my-card.revise' });
    if (error.code === 'captcha-needed')
      return { kind: 'refused', values: {}, errors: { form: 'my-card.prove' }, work: ['extra/proof'] };
    return refuse({}, { form: error.code === 'too-many-tries' ? 'my-card.pause' : 'my-card.unreachable' });
  }
  const { valid, profileId } = checked.value;
  if (!valid || profileId === null) return refuse({}, { form: valid ? 'my-card.not-kept' : 'my-card.refused' });
  const installments = subscription.means.kind === 'profile' ? subscription.means.installments : 1;
  const set = await setMeans(ctx, subscription.id, { kind: 'profile', profileId, installments });
  if (!set.ok) return redirect(href(buyerPath(pageId)));
  return redirect(href(buyerPath(pageId), { done: await chargeOwed(request, found) }));
}

async function chargeOwed({ ctx }: PageRequest, { subscription }: Found): Promise<string> {
  if (!owing.has(subscription.state)) return 'means';
  const outcome = await chargePeriodNow(ctx, subscription.id);
  return outcome === 'failed'
    ? 'means-refused'
    : outcome === 'nothing-due' || outcome === 'nothing'
      ? 'means'
      : 'means-charged';
}
