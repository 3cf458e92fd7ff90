import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** A manual refund without a bank account: the link to the page that asks for it. */
export function refundAccountRequestedEmail(builder: EmailBuilder, owed: Money, pageUrl: string): EmailContent {
  const { t, name, product, locale } = builder;
  const amount = formatMoney(owed, locale);
  return builder.build(
    'payout-account-wanted',
    [
      { kind: 'paragraph', text: t('email.payout-account-wanted.intro', { name, product, amount }) },
      {
        kind: 'action',
        label: t('email.order-withdrawn.give'),
        href: pageUrl,
        hint: t('email.order-withdrawn.hint'),
      },
      {
        kind: 'facts',
        heading: t('email.order-withdrawn.facts'),
        rows: [
          builder.orderRow,
          { label: t('email.row.product'), value: product },
          { label: t('email.row.goes-back'), value: amount, isStrong: true },
        ],
      },
    ],
    { amount },
  );
}

/** A bank account was given or changed: the buyer is notified before the refund is paid. */
export function refundAccountReceivedEmail(
  builder: EmailBuilder,
  { hint, at, pageUrl }: { readonly hint: string; readonly at: string; readonly pageUrl: string },
): EmailContent {
  const { t, name, product, brand } = builder;
  return builder.build(
    'payout-account-given',
    [
      { kind: 'paragraph', text: t('email.payout-account-given.intro', { name, product, hint, at }) },
      {
        kind: 'action',
        label: t('email.payout-account-given.action'),
        href: pageUrl,
        hint: t('email.order-withdrawn.hint'),
      },
      {
        kind: 'note',
        heading: t('email.order-withdrawn.help.heading'),
        text: t('email.payout-account-given.help', { at }),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    { hint },
  );
}
