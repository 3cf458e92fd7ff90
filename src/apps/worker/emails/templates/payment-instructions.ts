import type { AttemptView, Order } from '#src/domain/orders/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, formatInstant, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { EmailContent, EmailBlock } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';
import { methodName } from '../method-name.ts';

interface AwaitedPayment {
  readonly order: Order;
  readonly attempt: AttemptView;
  /** The instructions as the rail presents them; null when it has none. */
  readonly instructions: JsonObject | null;
  /** Whether a document of the rail is attached. */
  readonly hasDocument: boolean;
  /** Page of the order. */
  readonly orderUrl: string;
}

/**
 * How to pay, for a payment that is made elsewhere and later. What a rail has to say is in its own words:
 * `email.<rail>.intro` with name, product, amount and until; `email.<rail>.code.<field>` labels a presented text that is
 * copied as it stands; `email.<rail>.action` names the button; `email.<rail>.document` names the attached document; `email.<rail>.note` is what
 * to know before paying.
 */
export function paymentInstructionsEmail(builder: EmailBuilder, awaited: AwaitedPayment): EmailContent {
  const { t, name, product } = builder;
  const { order, attempt } = awaited;
  const own = (word: string): string => `email.${attempt.rail}.${word}`;
  const amount = builder.money(attempt.amount);
  const until = payUntil(attempt.expiresAt, order);
  const intro = t.has(own('intro')) ? own('intro') : 'email.payment-instructions.intro';
  const blocks: EmailBlock[] = [
    { kind: 'paragraph', text: t(intro, { name, product, amount, until }) },
    {
      kind: 'action',
      label: t(t.has(own('action')) ? own('action') : 'email.payment-instructions.action'),
      href: awaited.orderUrl,
      hint: t('email.payment-instructions.hint'),
    },
    ...codes(builder, attempt.rail, awaited.instructions ?? {}),
  ];
  if (awaited.hasDocument && t.has(own('document'))) blocks.push({ kind: 'paragraph', text: t(own('document')) });
  blocks.push({
    kind: 'facts',
    heading: t('email.payment-instructions.facts'),
    rows: [
      builder.orderRow,
      { label: t('email.row.product'), value: product },
      { label: t('email.row.method'), value: methodName(t, attempt) },
      { label: t('email.row.until'), value: until, isStrong: true },
      { label: t('email.row.amount'), value: amount, isStrong: true },
    ],
  });
  if (t.has(own('note')))
    blocks.push({ kind: 'note', heading: t('email.payment-instructions.note'), text: t(own('note')), link: null });
  return builder.build('payment-instructions', blocks, { amount, until });
}

function codes({ t }: EmailBuilder, rail: string, instructions: JsonObject): EmailBlock[] {
  return Object.entries(instructions).flatMap(([field, code]): EmailBlock[] => {
    const label = `email.${rail}.code.${field}`;
    return typeof code === 'string' && t.has(label) ? [{ kind: 'code', label: t(label), code }] : [];
  });
}

/** A day when the time ends with the day, else a day with its time; in the market's zone. */
function payUntil(expiresAt: Date, { market }: Order): string {
  const day = marketDate(expiresAt, market);
  const zone = marketZone(market);
  return endOfLocalDate(day, zone).getTime() - expiresAt.getTime() < 1000
    ? formatLocalDate(day)
    : formatInstant(expiresAt, zone);
}
