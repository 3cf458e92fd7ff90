import { type FormEvent, useId, useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { PersonData as Data, PersonPage } from '../../../routes/people/people.types.ts';
import { api } from '../../data/api.ts';
import { useMay } from '../../data/me-context.tsx';
import { failureKind } from '../../data/problem-error.ts';
import { Button } from '../../parts/button.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import css from './person.module.css';

const shortestReason = 3;
const longestReason = 200;

/** Who the person is: masked until somebody says why they need to see it. What was shown goes with the page. */
export function PersonData({ page }: { readonly page: PersonPage }) {
  const t = useWords();
  const mayReveal = useMay('buyer.reveal');
  const [revealed, setRevealed] = useState<Data | null>(null);
  const [isAsking, setAsking] = useState(false);
  const shown = revealed ?? page.person;
  return (
    <section className={css['data']} aria-label={t('person.data')}>
      <dl className={css['facts']}>
        {(['name', 'email', 'phone', 'document'] as const).map((field) => (
          <div key={field} className={css['fact']}>
            <dt>{t(`person.${field}`)}</dt>
            <dd>
              {revealed?.[field] ? (
                <CopyableId value={revealed[field]} name={t(`person.${field}`)} />
              ) : (
                shown[field] || '–'
              )}
            </dd>
          </div>
        ))}
      </dl>
      {mayReveal && revealed === null && <Button onPress={() => setAsking(true)}>{t('person.reveal')}</Button>}
      {revealed !== null && <Button onPress={() => setRevealed(null)}>{t('person.hide')}</Button>}
      <RevealSheet
        leadId={page.leadId}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onRevealed={(data) => {
          setRevealed(data);
          setAsking(false);
        }}
      />
    </section>
  );
}

interface RevealSheetProps {
  readonly leadId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRevealed: (data: Data) => void;
}

function RevealSheet({ leadId, isOpen, onClose, onRevealed }: RevealSheetProps) {
  const t = useWords();
  const form = useId();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const isLongEnough = reason.trim().length >= shortestReason;
  const reveal = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isLongEnough || isPending) return;
    setPending(true);
    try {
      onRevealed(await api.post<Data>(`/people/${leadId}/reveal`, { body: { reason: reason.trim() } }));
      setFailure(null);
    } catch (error) {
      setFailure(failureKind(error) === 'no-permission' ? 'person.reveal.refused' : 'person.reveal.failed');
    } finally {
      setPending(false);
    }
  };
  return (
    <Sheet
      title={t('person.reveal')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form={form} isDisabled={!isLongEnough} isPending={isPending}>
          {t('person.reveal.show')}
        </Button>
      }
    >
      <form id={form} className={css['form']} onSubmit={(event) => void reveal(event)}>
        <p>{t('person.reveal.text')}</p>
        <label className={css['label']}>
          {t('person.reveal.reason')}
          <input
            className={css['input']}
            value={reason}
            maxLength={longestReason}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <p className={css['failure']} role="status">
          {failure !== null && t(failure)}
        </p>
      </form>
    </Sheet>
  );
}
