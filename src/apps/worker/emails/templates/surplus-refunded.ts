import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** More came than was owed: how much goes back, and that the buyer need do nothing. It goes back in the currency in which it came. */
export function surplusRefundedEmail(builder: EmailBuilder, surplus: Money): EmailContent {
  const { t, name, product, brand, locale } = builder;
  const amount = formatMoney(surplus, locale);
  return builder.build(
    'surplus-returned',
    [
      { kind: 'paragraph', text: t('email.surplus-returned.intro', { name, product, amount }) },
      {
        kind: 'facts',
        heading: t('email.surplus-returned.facts'),
        rows: [
          builder.orderRow,
          { label: t('email.row.product'), value: product },
          { label: t('email.row.returned'), value: amount, isStrong: true },
        ],
      },
      {
        kind: 'note',
        heading: t('email.surplus-returned.how.heading'),
        text: t('email.surplus-returned.how.text'),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    { amount },
  );
}
