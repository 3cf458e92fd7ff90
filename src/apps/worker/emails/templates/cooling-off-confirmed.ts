import type { CoolingOffView } from '#src/domain/refunds/cooling-off/index.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { EmailContent, EmailBlock } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';
import { methodName } from '../method-name.ts';

interface CoolingOffOrder {
  readonly view: CoolingOffView;
  /** The cooling-off page, which shows the progress of the refund. */
  readonly pageUrl: string;
}

/** Confirms at once that a purchase was withdrawn from: when it was asked, what goes back by which way, and what ended. */
export function coolingOffConfirmedEmail(builder: EmailBuilder, { view, pageUrl }: CoolingOffOrder): EmailContent {
  const { t, name, product, money, brand } = builder;
  const { order, parts, askedAt } = view;
  const amount = money(view.amount);
  const at = formatInstant(askedAt ?? order.createdAt, marketZone(order.market));
  const owes = parts.some(({ needsDetails, state }) => needsDetails && state !== 'done') && view.payoutHint === null;
  const intro = view.amount > 0n ? 'email.order-withdrawn.intro' : 'email.order-withdrawn.intro-free';
  const blocks: EmailBlock[] = [
    { kind: 'paragraph', text: t(intro, { name, product, amount, at }) },
    {
      kind: 'paragraph',
      text: t(view.ends === 'plan' ? 'email.order-withdrawn.plan' : 'email.order-withdrawn.ended'),
    },
  ];
  if (owes) blocks.push({ kind: 'paragraph', text: t('email.order-withdrawn.details') });
  blocks.push(
    {
      kind: 'action',
      label: t(owes ? 'email.order-withdrawn.give' : 'email.order-withdrawn.action'),
      href: pageUrl,
      hint: t('email.order-withdrawn.hint'),
    },
    {
      kind: 'facts',
      heading: t('email.order-withdrawn.facts'),
      rows: [
        builder.orderRow,
        { label: t('email.row.product'), value: product },
        { label: t('email.row.withdrawn-at'), value: at },
        ...parts.map((part) => ({ label: methodName(t, part), value: money(part.amount) })),
        { label: t('email.row.goes-back'), value: amount, isStrong: true },
      ],
    },
    {
      kind: 'note',
      heading: t('email.order-withdrawn.help.heading'),
      text: t('email.order-withdrawn.help.text'),
      link: { label: t('email.footer.help'), href: brand.links.faq },
    },
  );
  return builder.build('order-withdrawn', blocks, { amount });
}
