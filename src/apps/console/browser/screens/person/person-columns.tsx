import type { Translator } from '#src/ui/words/translator.ts';
import type { PersonPage } from '../../../routes/people/people.types.ts';
import type { Column } from '../../parts/table/data-table.tsx';
import { consentText } from '../../parts/values/consent-text.ts';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { wordOf } from '../sale/value-text.ts';

export function instrumentColumns(t: Translator): readonly Column<PersonPage['instruments'][number]>[] {
  return [
    {
      id: 'card',
      header: t('person.instrument'),
      cell: ({ brand, last4 }) => `${brand} · ${last4}`,
      narrow: 'title',
    },
    { id: 'expiry', header: t('person.expiry'), cell: ({ expiry }) => expiry, narrow: 'title-end' },
    {
      id: 'since',
      header: t('person.since'),
      cell: ({ createdAt }) => <Time at={createdAt} kind="day" />,
      narrow: 'detail',
    },
    {
      id: 'state',
      header: t('sales.column.state'),
      cell: ({ deletedAt }) => (
        <StateWord tone={deletedAt === null ? 'ok' : 'quiet'}>
          {t(deletedAt === null ? 'person.instrument.kept' : 'person.instrument.deleted')}
        </StateWord>
      ),
      narrow: 'detail-end',
    },
  ];
}

export function emailColumns(t: Translator): readonly Column<PersonPage['emails'][number]>[] {
  return [
    {
      id: 'when',
      header: t('sales.column.when'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      narrow: 'detail',
    },
    {
      id: 'kind',
      header: t('person.email.kind'),
      cell: ({ kind }) => t('sale.email', { kind: wordOf(t, 'email', kind) }),
      narrow: 'title',
      isWide: true,
    },
    {
      id: 'state',
      header: t('sales.column.state'),
      cell: ({ state }) => (
        <StateWord tone={state === 'given-up' ? 'needs' : state === 'sent' ? 'ok' : 'waits'}>
          {t(`person.email.${state}`)}
        </StateWord>
      ),
      narrow: 'title-end',
    },
  ];
}

export function consentColumns(t: Translator): readonly Column<PersonPage['consents'][number]>[] {
  return [
    { id: 'when', header: t('sales.column.when'), cell: ({ at }) => <Time at={at} />, narrow: 'detail' },
    {
      id: 'accepted',
      header: t('person.consent'),
      cell: ({ accepted }) => (
        <StateWord tone={accepted ? 'ok' : 'quiet'}>
          {t(accepted ? 'person.consent.yes' : 'person.consent.no')}
        </StateWord>
      ),
      narrow: 'title-end',
    },
    {
      id: 'label',
      header: t('person.consent.words'),
      cell: ({ kind, label }) => consentText(t, { kind, label }),
      isWide: true,
      narrow: 'title',
    },
  ];
}

export function linkColumns(t: Translator): readonly Column<PersonPage['links'][number]>[] {
  return [
    {
      id: 'subject',
      header: t('person.link.opens'),
      cell: ({ subjectId }) => subjectId,
      isWide: true,
      narrow: 'title',
    },
    { id: 'made', header: t('person.since'), cell: ({ createdAt }) => <Time at={createdAt} />, narrow: 'detail' },
    {
      id: 'until',
      header: t('person.link.until'),
      cell: ({ expiresAt }) => <Time at={expiresAt} kind="day" />,
      narrow: 'detail-end',
    },
  ];
}
