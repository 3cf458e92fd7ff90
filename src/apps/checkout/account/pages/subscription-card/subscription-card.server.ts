import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import { verifyInstrumentOnce } from '#src/domain/payments/index.server.ts';
import { type AccountSubscription, accountSubscription } from '#src/domain/privacy/index.server.ts';
import { chargePeriodNow, amountOwedNow } from '#src/domain/subscriptions/charging/index.server.ts';
import { setInstrument } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { accountPath, openAccountPage } from '../../links/open-account-page.server.ts';
import { errorsOfRail, fieldsOfRail } from '#src/apps/checkout/payment-form/form-fields.ts';
import {
  definePage,
  type FormFields,
  type PageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type SubmitResult,
} from '#src/apps/checkout/framework/page.server.ts';
import { railParts } from '#src/apps/checkout/site/rail-parts.ts';
import { agreementField, type SubscriptionCardData } from './subscription-card.types.ts';
import { subscriptionCardData, cardRenewalTerms } from './subscription-card-data.server.ts';
import { cardSavingMethod, overdueStates } from '../../subscriptions/card-saving.server.ts';

type Found = { readonly kind: 'found'; readonly pageId: string; readonly email: string } & AccountSubscription;

export const page = definePage<SubscriptionCardData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const due = await amountOwedNow(request.ctx, found.subscription);
    const data = subscriptionCardData(request, found.pageId, found.subscription, found.email, due);
    return show<SubscriptionCardData>(data, {
      head: { parts: data.method ? railParts('form', [data.method.rail]) : [] },
    });
  },

  submit: async (form, request) => {
    const found = await find(request);
    return found.kind === 'found' ? takeCard(request, found, form) : found;
  },
});

/** An active subscription of the page's buyer; any other id redirects to the account page. */
async function find(request: PageRequest): Promise<Found | Redirect> {
  const entered = await openAccountPage(request);
  if (entered.kind !== 'found') return entered;
  const { id: pageId, email } = entered.page;
  const own = await accountSubscription(request.ctx, entered.page, request.params['subscription'] ?? '');
  if (!own || own.subscription.state === 'canceled') return redirect(request.href(accountPath(pageId)));
  return { kind: 'found', pageId, email, ...own };
}

const keyShape = /^[\w-]{16,64}$/;

/** The verification charges nothing; a debt is charged once the card is saved. */
async function takeCard(request: PageRequest, found: Found, form: FormFields): Promise<SubmitResult> {
  const { ctx, href, browser } = request;
  const { subscription, pageId } = found;
  const keeping = cardSavingMethod(request, subscription);
  const lead = await leadById(ctx.db, subscription.leadId);
  const key = form['key'] ?? '';
  if (!keeping || !lead || !keyShape.test(key)) return refuse({}, { form: 'subscription-card.unreachable' });
  const fields = fieldsOfRail(form, keeping.rail);
  const renewal = cardRenewalTerms(ctx, subscription);
  if (fields[agreementField(renewal !== null)] !== 'yes') return refuse({}, { form: 'subscription-card.keep-missing' });
  const checked = await verifyInstrumentOnce(ctx, {
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
      return refuse({}, { ...errorsOfRail(error.fields, keeping.rail), form: 'subscription-card.revise' });
    if (error.code === 'captcha-needed')
      return {
        kind: 'refused',
        values: {},
        errors: { form: 'subscription-card.prove' },
        rerunParts: ['extra/captcha'],
      };
    return refuse(
      {},
      { form: error.code === 'too-many-tries' ? 'subscription-card.pause' : 'subscription-card.unreachable' },
    );
  }
  const { valid, profileId } = checked.value;
  if (!valid || profileId === null)
    return refuse({}, { form: valid ? 'subscription-card.not-saved' : 'subscription-card.refused' });
  const installments = subscription.instrument.kind === 'profile' ? subscription.instrument.installments : 1;
  const set = await setInstrument(ctx, subscription.id, { kind: 'profile', profileId, installments });
  if (!set.ok) return redirect(href(accountPath(pageId)));
  return redirect(href(accountPath(pageId), { done: await chargeOwed(request, found) }));
}

async function chargeOwed({ ctx }: PageRequest, { subscription }: Found): Promise<string> {
  if (!overdueStates.has(subscription.state)) return 'card-saved';
  const outcome = await chargePeriodNow(ctx, subscription.id);
  return outcome === 'failed'
    ? 'card-saved-charge-declined'
    : outcome === 'nothing-due' || outcome === 'nothing'
      ? 'card-saved'
      : 'card-saved-charged';
}
