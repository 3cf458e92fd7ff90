import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { Cure } from '#src/domain/documents/timeline/index.ts';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import { api } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { copyText } from '../../parts/values/copy-text.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { AccessPart, DocumentsPart, RelatedPart, SubscriptionPart } from './after-sale-parts.tsx';
import { MoneyPart } from './money-part.tsx';
import { NotesPart } from './notes-part.tsx';
import { PersonPart } from './person-part.tsx';
import { SaleContext } from './sale-context.tsx';
import { saleSheets } from './sale-actions.ts';
import { SaleHead } from './sale-head.tsx';
import css from './sale.module.css';
import { EmailsPart, WebhooksPart } from './sent-parts.tsx';
import { Timeline } from './timeline.tsx';

export function loader({ params, request }: LoaderFunctionArgs): Promise<SaleAnswer> {
  return api.get<SaleAnswer>(`/sale/${encodeURIComponent(params['order'] ?? '')}`, { signal: request.signal });
}

/** One sale: why it is as it is and what to do about it, all that happened, and what belongs to it. */
export function Component() {
  const answer = useLoaderData<typeof loader>();
  const t = useWords();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<{ readonly cure: Cure; readonly about: string | null } | null>(null);
  const { order } = answer.sale;
  useLive(['sales', `sale:${order.id}`], () => void revalidate());
  const act = (cure: Cure, about: string | null = null): void => setOpen({ cure, about });
  const mayOpen = (cure: Cure): boolean => answer.may.includes(cure) && saleSheets[cure] !== undefined;
  useKeys([
    ...(mayOpen('refund.request')
      ? [{ keys: 'e', label: 'sale.cure.refund.request', group: 'page' as const, run: () => act('refund.request') }]
      : []),
    ...(mayOpen('access.resend')
      ? [{ keys: 'r', label: 'sale.cure.access.resend', group: 'page' as const, run: () => act('access.resend') }]
      : []),
    {
      ...{ keys: 'c', label: 'sale.copy.id', group: 'page' },
      run: () => void copyText(order.id, t('parts.copy.done', { name: t('sale.order') }), t('parts.copy.failed')),
    },
    {
      ...{ keys: 'y', label: 'sale.copy.link', group: 'page' },
      run: () => void copyText(location.href, t('sale.copy.link-done'), t('parts.copy.failed')),
    },
  ]);
  const SheetOf = open === null ? undefined : saleSheets[open.cure];
  return (
    <SaleContext value={answer}>
      <SaleHead onAct={act} />
      <div className={css['columns']}>
        <Timeline />
        <div className={css['side']}>
          <MoneyPart />
          <PersonPart />
          <AccessPart />
          <SubscriptionPart />
          <DocumentsPart />
          <EmailsPart />
          <WebhooksPart />
          <NotesPart />
          <RelatedPart />
        </div>
      </div>
      {SheetOf !== undefined && open !== null && (
        <SheetOf
          answer={answer}
          about={open.about}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            void revalidate();
          }}
        />
      )}
    </SaleContext>
  );
}
