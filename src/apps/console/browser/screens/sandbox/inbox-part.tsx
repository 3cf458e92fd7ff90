import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SandboxMail, SandboxSms } from '../../../routes/sandbox/sandbox.types.ts';
import { useMe } from '../../data/me-context.tsx';
import { EmptyFirst } from '../../parts/notice.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './sandbox.module.css';

interface InboxPartProps {
  readonly mails: readonly SandboxMail[];
  readonly sms: readonly SandboxSms[];
}

/** E-mails and text messages that the product sent, to whomever, with the codes inside ready to copy. */
export function InboxPart({ mails, sms }: InboxPartProps) {
  const t = useWords();
  const { sandboxOrigin } = useMe();
  return (
    <section aria-label={t('sandbox.inbox')}>
      <h2 className={css['title']}>{t('sandbox.inbox')}</h2>
      {mails.length + sms.length === 0 ? (
        <EmptyFirst title={t('sandbox.inbox.empty')}>{t('sandbox.inbox.empty.text')}</EmptyFirst>
      ) : (
        <>
          <DataTable
            label={t('sandbox.inbox')}
            rows={mails}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `${sandboxOrigin ?? ''}/sandbox/inbox/${id}`}
            columns={mailColumns(t)}
          />
          {sms.length > 0 && (
            <DataTable
              label={t('sandbox.sms')}
              rows={sms}
              rowKey={({ id }) => id}
              rowHref={() => null}
              hasKeys={false}
              columns={smsColumns(t)}
            />
          )}
        </>
      )}
    </section>
  );
}

function mailColumns(t: Translator): readonly Column<SandboxMail>[] {
  return [
    { id: 'subject', header: t('sandbox.subject'), cell: ({ subject }) => subject, isWide: true, narrow: 'title' },
    { id: 'to', header: t('sandbox.to'), cell: ({ to }) => to.join(', '), narrow: 'detail' },
    {
      id: 'at',
      header: t('sandbox.received'),
      cell: ({ receivedAt }) => <Time at={receivedAt} />,
      isEnd: true,
      narrow: 'title-end',
    },
  ];
}

function smsColumns(t: Translator): readonly Column<SandboxSms>[] {
  return [
    { id: 'text', header: t('sandbox.sms'), cell: ({ text }) => text, isWide: true, narrow: 'title' },
    {
      id: 'code',
      header: t('sandbox.code'),
      cell: ({ text }) => <Code text={text} name={t('sandbox.code')} />,
      narrow: 'detail-end',
    },
    { id: 'to', header: t('sandbox.to'), cell: ({ to }) => to, narrow: 'detail' },
    {
      id: 'at',
      header: t('sandbox.received'),
      cell: ({ receivedAt }) => <Time at={receivedAt} />,
      isEnd: true,
      narrow: 'title-end',
    },
  ];
}

/** The code of a text message: four to eight digits that stand alone. */
function Code({ text, name }: { readonly text: string; readonly name: string }) {
  const code = /(?<!\d)\d{4,8}(?!\d)/.exec(text)?.[0];
  return code === undefined ? null : <CopyableId value={code} name={name} />;
}
