import { sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import {
  savePayoutDetails,
  parseBankAccount,
  parsePayoutKey,
  parseTransferNumber,
  transferDigits,
  requestCoolingOff,
  coolingOffOf,
  type CoolingOffView,
} from '#src/domain/refunds/cooling-off/index.server.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { openMagicLink, isSoldByVisit, linkExpired } from '../../account/links/open-magic-link.server.ts';
import {
  definePage,
  type FormFields,
  type PageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type PageResult,
  type SubmitResult,
} from '../../framework/page.server.ts';
import { payoutIntent, type CoolingOffData } from './cooling-off.types.ts';
import { coolingOffData, coolingOffContext } from './cooling-off-data.server.ts';

type Found = { readonly kind: 'found'; readonly view: CoolingOffView };

export const page = definePage<CoolingOffData | LinkExpiredData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    return show<CoolingOffData>(coolingOffData(request, await coolingOffContext(request, found.view)));
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { order } = found.view;
    if (form['intent'] === payoutIntent) return takeDetails(request, order, form);
    // The period is over, or there is nothing to refund: the page shows the reason.
    if (form['intent'] === 'withdraw') await requestCoolingOff(request.ctx, order.id);
    return redirect(request.href(request.path));
  },
});

/** The order of a magic link, or the browser's own; any other order gets the same `not found` answer. */
async function find(request: PageRequest): Promise<Found | PageResult<LinkExpiredData> | Redirect> {
  const { ctx, browser, params, rawQuery } = request;
  const id = params['order'] ?? '';
  const isOwn =
    browser.isKnown && !rawQuery.has('t') && (await sessionOfBrowser(ctx.db, browser.hash, { orderId: id })) !== null;
  const refused = isOwn ? null : await openMagicLink(request, id);
  if (refused) return refused;
  const view = await coolingOffOf(ctx, id);
  return view && isSoldByVisit(request, view.order) ? { kind: 'found', view } : linkExpired(request);
}

/** Longest value that is read or shown again. */
const longest = 140;

type Typed = Readonly<Record<'key' | 'bank' | 'branch' | 'account' | 'number', string>>;

async function takeDetails(
  request: PageRequest,
  { id, market }: CoolingOffView['order'],
  form: FormFields,
): Promise<SubmitResult> {
  const typed = (name: string): string => (form[name] ?? '').slice(0, longest);
  const account = { bank: typed('bank'), branch: typed('branch'), account: typed('account') };
  const values: Typed = { key: typed('key'), ...account, number: typed('number') };
  const read = transferDigits[market] === null ? readKeyOrAccount(values) : readNumber(market, values);
  if (!read.payout) return refuse(values, read.wrong);
  const given = await savePayoutDetails(request.ctx, id, read.payout, request.browser.ip);
  if (!given.ok && given.error === 'not-the-payer') return refuse(values, { key: 'cooling-off.details.key-not-payer' });
  return redirect(request.href(request.path));
}

function readNumber(market: CoolingOffView['order']['market'], { number }: Typed) {
  return { payout: parseTransferNumber(market, number), wrong: { number: 'cooling-off.details.number-wrong' } };
}

/** A key, or bank, branch and account for a buyer without a key. */
function readKeyOrAccount(values: Typed) {
  const hasKey = values.key.trim() !== '';
  const hasAccount = values.bank !== '' || values.branch !== '' || values.account !== '';
  if (hasKey || !hasAccount)
    return { payout: hasKey ? parsePayoutKey(values.key) : null, wrong: { key: 'cooling-off.details.key-wrong' } };
  return { payout: parseBankAccount(values), wrong: { account: 'cooling-off.details.account-wrong' } };
}
