import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { EmailPreviewAnswer } from '../../../routes/email-previews/email-previews.types.ts';
import { problemText } from '../../actions/problem-text.ts';
import { api } from '../../data/api.ts';
import { sendKeys } from '../../keys/mod-key.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import css from './form.module.css';
import { wordOf } from './value-text.ts';

interface EmailPreviewProps {
  readonly orderId: string;
  readonly email: { readonly id: string; readonly kind: string };
  readonly onClose: () => void;
}

/** Asks why an e-mail is read, for the audit log, and shows it as it would read today: a sent one is not stored. */
export function EmailPreview({ orderId, email, onClose }: EmailPreviewProps) {
  const t = useWords();
  const [reason, setReason] = useState('');
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, setAnswer] = useState<EmailPreviewAnswer | null>(null);
  const isGood = reason.trim().length >= 3;
  const ask = async (): Promise<void> => {
    if (!isGood || isPending) return;
    setPending(true);
    setProblem(null);
    try {
      const body = { reason: reason.trim() };
      setAnswer(await api.post<EmailPreviewAnswer>(`/email-previews/${orderId}/${email.id}`, { body }));
    } catch (error) {
      setProblem(problemText(t, error));
    } finally {
      setPending(false);
    }
  };
  const button = (
    <Button kind="primary" keyHint={sendKeys} isDisabled={!isGood} isPending={isPending} onPress={() => void ask()}>
      {t('sale.email-preview.show')}
    </Button>
  );
  const title = t('sale.email-preview.title', { kind: wordOf(t, 'email', email.kind) });
  return (
    <Sheet
      title={title}
      isOpen
      isWide={answer !== null}
      onClose={onClose}
      {...(answer === null ? { footer: button } : {})}
    >
      {answer === null && (
        // React Aria's dialog has no form; the keys of every sheet send it.
        <div
          role="presentation"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void ask();
          }}
        >
          <Field
            label={t('sale.person.reveal-reason')}
            hint={t('sale.person.reveal-hint')}
            value={reason}
            onChange={setReason}
            rows={3}
            maxLength={500}
            isFirst
          />
        </div>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      {answer?.email === null && <p>{t('sale.email-preview.over')}</p>}
      {answer?.email && (
        <>
          <p className={css['hint']}>{t('sale.email-preview.note')}</p>
          <p>
            <strong>{answer.email.subject}</strong>
            {answer.email.attachments.length > 0 &&
              ` · ${t('sale.email-preview.with', { files: answer.email.attachments.join(', ') })}`}
          </p>
          <iframe className={css['page']} src={answer.email.pageUrl} sandbox="" title={answer.email.subject} />
        </>
      )}
    </Sheet>
  );
}
