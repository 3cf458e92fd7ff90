import type { Translator } from '#src/ui/words/translator.ts';
import type { AuditItem } from '../../../routes/audit/audit.types.ts';
import type { Column } from '../../parts/table/data-table.tsx';
import { BrandWord } from '../../parts/values/brand-word.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './audit.module.css';

/** The person's name, the token's, or the product. */
function actorText(t: Translator, { actor, actorName }: AuditItem): string {
  if (actor === 'system') return t('audit.system');
  return actorName ?? actor;
}

/** Facts of an entry in one line: `role=help, scope=*`. */
function detailText(detail: AuditItem['detail']): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');
}

/** An act in words, with its name; acts without words are shown by their name. */
function Action({ t, action }: { readonly t: Translator; readonly action: string }) {
  const key = `audit.action.${action}`;
  if (!t.has(key)) return <code className={css['action']}>{action}</code>;
  return <span data-tip={action}>{t(key)}</span>;
}

function Outcome({ t, outcome }: { readonly t: Translator; readonly outcome: string }) {
  if (outcome === 'done') return <StateWord tone="ok">{t('audit.outcome.done')}</StateWord>;
  if (outcome === 'seen') return <StateWord tone="quiet">{t('audit.outcome.seen')}</StateWord>;
  return <StateWord tone="lost">{t('audit.outcome.refused', { code: outcome.replace('refused:', '') })}</StateWord>;
}

/** Columns of the audit log. */
export function auditColumns(t: Translator): readonly Column<AuditItem>[] {
  return [
    { id: 'at', header: t('audit.at'), cell: ({ at }) => <Time at={at} />, narrow: 'detail-end' },
    { id: 'actor', header: t('audit.actor'), cell: (entry) => actorText(t, entry), narrow: 'title' },
    {
      id: 'action',
      header: t('audit.what'),
      cell: ({ action }) => <Action t={t} action={action} />,
      narrow: 'detail',
    },
    {
      id: 'subject',
      header: t('audit.subject'),
      cell: ({ subject }) => (
        <span className={css['subject']}>
          {subject.kind} <CopyableId value={subject.id} name={t('audit.subject')} isShort />
        </span>
      ),
    },
    {
      id: 'detail',
      header: t('audit.detail'),
      cell: ({ reason, isReasonErased, detail }) => (
        <>
          {isReasonErased ? <i className={css['erased']}>{t('audit.reason-erased')}</i> : reason}
          {reason !== null && ' '}
          <span className={css['erased']}>{detailText(detail)}</span>
        </>
      ),
      isWide: true,
    },
    {
      id: 'brand',
      header: t('audit.brand'),
      cell: ({ brand }) => brand !== null && <BrandWord brand={brand} />,
      isSpare: true,
    },
    {
      id: 'outcome',
      header: t('audit.outcome'),
      cell: ({ outcome }) => <Outcome t={t} outcome={outcome} />,
      narrow: 'title-end',
    },
  ];
}
