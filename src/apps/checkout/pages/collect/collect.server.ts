import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import {
  requestInPersonRefund,
  type InPersonPayment,
  findInPersonPayment,
  decideInPersonRefund,
  belongsToUnit,
  staffMemberById,
  parseCollectionCode,
  inPersonRefundReasons,
  collectInPersonPayment,
  type CollectFailure,
  type StaffMember,
} from '#src/domain/in-person/index.server.ts';
import { parseMoney } from '#src/kernel/money/parse-money.ts';
import {
  definePublicPage,
  type FormFields,
  type PublicPageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type PageResult,
  type SubmitResult,
} from '../../framework/page.server.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { requestedPayment, collectData } from './collect-data.server.ts';
import { paymentQuery, type CollectData } from './collect.types.ts';

type LinkExpired = PageResult<LinkExpiredData>;
type StaffAccess = { readonly kind: 'person'; readonly person: StaffMember };

/** The same answer for a missing, an expired and a revoked link. */
const linkExpired: LinkExpired = show<LinkExpiredData>(
  { help: null },
  { status: 404, view: 'link-expired', deniedBy: 'unit' },
);

/** Admits a staff member by their link. The secret `t` is moved from the address to an HttpOnly cookie. */
async function openStaffLink(request: PublicPageRequest): Promise<StaffAccess | LinkExpired | Redirect> {
  const { ctx, params, rawQuery, path } = request;
  const id = params['person'] ?? '';
  const given = rawQuery.get('t');
  const token = given ?? request.magicLinkToken(id);
  const person = token !== null && (await linkOpens(ctx, id, token)) ? await staffMemberById(ctx.db, id) : null;
  if (!person || person.isRevoked) return linkExpired;
  if (given === null) return { kind: 'person', person };
  return { kind: 'redirect', to: path, cookies: [request.setMagicLinkCookie(id, given)], isFinal: true };
}

export const page = definePublicPage<CollectData | LinkExpiredData>({
  load: async (request) => {
    const entered = await openStaffLink(request);
    if (entered.kind !== 'person') return entered;
    return show<CollectData>(await collectData(request, entered.person));
  },

  submit: async (form, request) => {
    const entered = await openStaffLink(request);
    if (entered.kind !== 'person') return entered;
    const { person } = entered;
    switch (form['intent']) {
      case 'find':
        return find(request, person, form);
      case 'take':
        return collect(request, person, form);
      case 'ask':
        return requestRefund(request, person, form);
      case 'approve':
      case 'refuse':
        return decideRefund(request, person, form);
      default:
        return redirect(request.path);
    }
  },
});

function at(request: PublicPageRequest, inPersonPaymentId: string, done?: string): Redirect {
  const query = new URLSearchParams({ [paymentQuery]: inPersonPaymentId, ...(done === undefined ? {} : { done }) });
  return redirect(`${request.path}?${query.toString()}`);
}

async function find(request: PublicPageRequest, person: StaffMember, form: FormFields): Promise<SubmitResult> {
  const typed = (form['code'] ?? '').slice(0, 40);
  const code = parseCollectionCode(typed);
  const payment = code === null ? null : await findInPersonPayment(request.ctx.db, 'code', code);
  if (!payment || !belongsToUnit(person, payment)) return refuse({ code: typed }, { code: 'collect.find.nothing' });
  return at(request, payment.id);
}

/** Longest value that is read or shown again. */
const longest = 80;

function typedIn(form: FormFields): Record<string, string> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value.slice(0, longest)]));
}

/** A typed amount in the payment's currency and the page's format; 0 when it cannot be read. */
function amountIn({ view }: PublicPageRequest, form: FormFields, { currency }: InPersonPayment): bigint {
  const read = parseMoney((form['amount'] ?? '').slice(0, longest), currency, view.locale);
  return read.ok ? read.value.amount : 0n;
}

async function collect(request: PublicPageRequest, person: StaffMember, form: FormFields): Promise<SubmitResult> {
  const payment = await requestedPayment(request, person);
  if (!payment) return redirect(request.path);
  const values = typedIn(form);
  const amount = amountIn(request, form, payment);
  const taken = await collectInPersonPayment(request.ctx, person, {
    inPersonPaymentId: payment.id,
    amount,
    fields: values,
    ip: request.browser.ip,
  });
  return taken.ok ? at(request, payment.id, 'taken') : refuse(values, collectErrors(taken.error));
}

function collectErrors(failure: CollectFailure): Readonly<Record<string, string>> {
  switch (failure.code) {
    case 'proof-invalid':
      return failure.fields;
    case 'amount-invalid':
      return { amount: 'collect.amount.wrong' };
    default:
      return { form: `collect.error.${failure.code}` };
  }
}

async function requestRefund(request: PublicPageRequest, person: StaffMember, form: FormFields): Promise<SubmitResult> {
  const payment = await requestedPayment(request, person);
  if (!payment) return redirect(request.path);
  const values = typedIn(form);
  const reason = inPersonRefundReasons.find((one) => one === form['reason']);
  if (!reason) return refuse(values, { reason: 'collect.reason.missing' });
  const refundRequest = {
    inPersonPaymentId: payment.id,
    amount: amountIn(request, form, payment),
    reason,
    ip: request.browser.ip,
  };
  const asked = await requestInPersonRefund(request.ctx, person, refundRequest);
  if (asked.ok) return at(request, payment.id, 'asked');
  return refuse(
    values,
    asked.error === 'too-much' ? { amount: 'collect.amount.wrong' } : { form: `collect.error.${asked.error}` },
  );
}

async function decideRefund(request: PublicPageRequest, person: StaffMember, form: FormFields): Promise<SubmitResult> {
  const agrees = form['intent'] === 'approve';
  const decision = { inPersonRefundId: (form['reversal'] ?? '').slice(0, longest), agrees, ip: request.browser.ip };
  const decided = await decideInPersonRefund(request.ctx, person, decision);
  if (!decided.ok) return refuse({}, { form: `collect.error.${decided.error}` });
  return at(request, decided.value.inPersonPaymentId, agrees ? 'approved' : 'refused');
}
