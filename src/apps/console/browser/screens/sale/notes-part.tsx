import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { api } from '../../data/api.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { sendKeys } from '../../keys/mod-key.ts';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './form.module.css';
import { actorName, useSale } from './sale-context.tsx';
import { SidePart, SideRow } from './side-part.tsx';

const newNoteId = (): string => `note_${crypto.randomUUID()}`;

/** Notes of the staff, and who looked at the sale. A note is never changed; an erasure of the buyer empties it. */
export function NotesPart() {
  const t = useWords();
  const answer = useSale();
  const { sale, may, timeZone } = answer;
  const notes = sale.staff.filter(({ kind }) => kind === 'note');
  const looks = sale.staff.filter(({ kind }) => kind === 'seen');
  return (
    <>
      <SidePart title={t('sale.notes')} aside={notes.length > 0 ? String(notes.length) : undefined}>
        {notes.map(({ id, actor, reason, at }) => (
          <SideRow key={id} what={reason ?? t('sale.notes.erased')} more={actorName(answer, actor)}>
            <Time at={at} timeZone={timeZone} />
          </SideRow>
        ))}
        {may.includes('sale.note') && <NewNote orderId={sale.order.id} />}
      </SidePart>
      <SidePart title={t('sale.seen')} isEmpty={looks.length === 0}>
        {looks.map(({ id, actor, action, reason, at }) => (
          <SideRow
            key={id}
            what={actorName(answer, actor)}
            more={`${t.has(`sale.action.${action}`) ? t(`sale.action.${action}`) : action}${reason === null ? '' : `: ${reason}`}`}
          >
            <Time at={at} timeZone={timeZone} />
          </SideRow>
        ))}
      </SidePart>
    </>
  );
}

function NewNote({ orderId }: { readonly orderId: string }) {
  const t = useWords();
  const { revalidate } = useRevalidator();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  // One note has one id for all its tries: a lost answer makes no second note.
  const [id, setId] = useState(newNoteId);
  const [state, setState] = useState<'ready' | 'sending' | 'failed'>('ready');
  useKeys([{ keys: 'n', label: 'sale.notes.new', group: 'page', run: () => field.current?.focus() }]);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || state === 'sending') return;
    setState('sending');
    try {
      await api.post(`/sale/${orderId}/notes`, { body: { id, text: text.trim() } });
      setText('');
      setId(newNoteId());
      setState('ready');
      await revalidate();
    } catch {
      setState('failed');
    }
  };
  return (
    <div className={css['field']}>
      <textarea
        ref={field}
        className={css['text']}
        aria-label={t('sale.notes.new')}
        placeholder={t('sale.notes.new')}
        value={text}
        maxLength={4000}
        rows={2}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
        }}
      />
      {text !== '' && (
        <div className={css['foot']}>
          <span role="alert">{state === 'failed' && t('sale.failed')}</span>
          <Button keyHint={sendKeys} isPending={state === 'sending'} onPress={() => void send()}>
            {t('sale.notes.save')}
          </Button>
        </div>
      )}
    </div>
  );
}
