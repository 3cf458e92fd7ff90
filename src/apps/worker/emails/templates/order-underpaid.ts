import type { Order } from '#src/domain/orders/index.ts';
import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** Less came than was owed: what came, what is missing, and where to pay it. */
export function orderUnderpaidEmail(
  builder: EmailBuilder,
  { order, payUrl }: { readonly order: Order; readonly payUrl: string },
): EmailContent {
  const { t, name, product, brand } = builder;
  const received = builder.money(order.received);
  const missing = builder.money(order.total - order.received);
  return builder.build(
    'order-underpaid',
    [
      { kind: 'paragraph', text: t('email.order-underpaid.intro', { name, product, received, missing }) },
      { kind: 'action', label: t('email.order-underpaid.action', { missing }), href: payUrl, hint: null },
      {
        kind: 'facts',
        heading: t('email.order-underpaid.facts'),
        rows: [
          builder.orderRow,
          { label: t('email.row.total'), value: builder.money(order.total) },
          { label: t('email.row.received'), value: received },
          { label: t('email.row.missing'), value: missing, isStrong: true },
        ],
      },
      {
        kind: 'note',
        heading: t('email.order-underpaid.other.heading'),
        text: t('email.order-underpaid.other.text'),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    { received, missing },
  );
}
