import type { WithdrawalView } from '#src/domain/withdrawals/index.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { Letter, LetterBlock } from '../letter.types.ts';
import type { LetterDesk } from '../letter-desk.ts';
import { methodName } from '../method-name.ts';

interface WithdrawnOrder {
  readonly view: WithdrawalView;
  /** The page of the withdrawal, which shows how far the money is. */
  readonly pageUrl: string;
}

/** Confirms at once that a purchase was withdrawn from: when it was asked, what goes back by which way, and what ended. */
export function orderWithdrawnLetter(desk: LetterDesk, { view, pageUrl }: WithdrawnOrder): Letter {
  const { t, name, product, money, brand } = desk;
  const { order, parts, askedAt } = view;
  const amount = money(view.amount);
  const at = formatInstant(askedAt ?? order.createdAt, marketZone(order.market));
  const owes = parts.some(({ needsDetails, state }) => needsDetails && state !== 'done') && view.payoutHint === null;
  const intro = view.amount > 0n ? 'letter.order-withdrawn.intro' : 'letter.order-withdrawn.intro-free';
  const blocks: LetterBlock[] = [
    { kind: 'paragraph', text: t(intro, { name, product, amount, at }) },
    {
      kind: 'paragraph',
      text: t(view.ends === 'plan' ? 'letter.order-withdrawn.plan' : 'letter.order-withdrawn.ended'),
    },
  ];
  if (owes) blocks.push({ kind: 'paragraph', text: t('letter.order-withdrawn.details') });
  blocks.push(
    {
      kind: 'action',
      label: t(owes ? 'letter.order-withdrawn.give' : 'letter.order-withdrawn.action'),
      href: pageUrl,
      hint: t('letter.order-withdrawn.hint'),
    },
    {
      kind: 'facts',
      heading: t('letter.order-withdrawn.facts'),
      rows: [
        desk.orderRow,
        { label: t('letter.row.product'), value: product },
        { label: t('letter.row.withdrawn-at'), value: at },
        ...parts.map((part) => ({ label: methodName(t, part), value: money(part.amount) })),
        { label: t('letter.row.goes-back'), value: amount, isStrong: true },
      ],
    },
    {
      kind: 'note',
      heading: t('letter.order-withdrawn.help.heading'),
      text: t('letter.order-withdrawn.help.text'),
      link: { label: t('letter.footer.help'), href: brand.links.faq },
    },
  );
  return desk.finish('order-withdrawn', blocks, { amount });
}
