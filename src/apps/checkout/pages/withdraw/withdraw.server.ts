import { sessionOwning } from '#src/domain/sessions/index.server.ts';
import {
  givePayoutDetails,
  readAccount,
  readPayoutKey,
  readTransferNumber,
  transferDigits,
  withdraw,
  withdrawalOf,
  type WithdrawalView,
} from '#src/domain/withdrawals/index.server.ts';
import type { LinkGoneData } from '../link-gone/link-gone-page.tsx';
import { enter, isOfVisit, linkGone } from '../../passes/enter.server.ts';
import {
  definePage,
  type FormFields,
  type PageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type Showing,
  type Submitted,
} from '../../web/page.server.ts';
import { payoutIntent, type WithdrawData } from './withdraw.types.ts';
import { withdrawData, withdrawFacts } from './withdraw-data.server.ts';

type Found = { readonly kind: 'found'; readonly view: WithdrawalView };

export const page = definePage<WithdrawData | LinkGoneData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    return show<WithdrawData>(withdrawData(request, await withdrawFacts(request, found.view)));
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { order } = found.view;
    if (form['intent'] === payoutIntent) return takeDetails(request, order, form);
    // Too late, or nothing to give back: the page says which.
    if (form['intent'] === 'withdraw') await withdraw(request.ctx, order.id);
    return redirect(request.href(request.path));
  },
});

/** The order that a letter's link opens, or the browser's own; the one answer to everybody else. */
async function find(request: PageRequest): Promise<Found | Showing<LinkGoneData> | Redirect> {
  const { ctx, browser, params, rawQuery } = request;
  const id = params['order'] ?? '';
  const isOwn =
    browser.isKnown && !rawQuery.has('t') && (await sessionOwning(ctx.db, browser.hash, { orderId: id })) !== null;
  const refused = isOwn ? null : await enter(request, id);
  if (refused) return refused;
  const view = await withdrawalOf(ctx, id);
  return view && isOfVisit(request, view.order) ? { kind: 'found', view } : linkGone(request);
}

/** Longest value that is read or shown again. */
const longest = 140;

type Typed = Readonly<Record<'key' | 'bank' | 'branch' | 'account' | 'number', string>>;

async function takeDetails(
  request: PageRequest,
  { id, market }: WithdrawalView['order'],
  form: FormFields,
): Promise<Submitted> {
  const typed = (name: string): string => (form[name] ?? '').slice(0, longest);
  const account = { bank: typed('bank'), branch: typed('branch'), account: typed('account') };
  const values: Typed = { key: typed('key'), ...account, number: typed('number') };
  const read = transferDigits[market] === null ? readKeyOrAccount(values) : readNumber(market, values);
  if (!read.payout) return refuse(values, read.wrong);
  const given = await givePayoutDetails(request.ctx, id, read.payout, request.browser.ip);
  if (!given.ok && given.error === 'not-the-payer') return refuse(values, { key: 'withdraw.details.key-not-payer' });
  return redirect(request.href(request.path));
}

function readNumber(market: WithdrawalView['order']['market'], { number }: Typed) {
  return { payout: readTransferNumber(market, number), wrong: { number: 'withdraw.details.number-wrong' } };
}

/** A key, or bank, branch and account for who has none. */
function readKeyOrAccount(values: Typed) {
  const hasKey = values.key.trim() !== '';
  const hasAccount = values.bank !== '' || values.branch !== '' || values.account !== '';
  if (hasKey || !hasAccount)
    return { payout: hasKey ? readPayoutKey(values.key) : null, wrong: { key: 'withdraw.details.key-wrong' } };
  return { payout: readAccount(values), wrong: { account: 'withdraw.details.account-wrong' } };
}
