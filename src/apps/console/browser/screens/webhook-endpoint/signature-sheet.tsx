import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SignatureAnswer } from '../../../routes/webhooks/webhooks.types.ts';
import { api } from '../../data/api.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import type { EndpointSheetProps } from './endpoint-sheet.types.ts';
import { useCommand } from './use-command.ts';

/** Checks a message that a receiver has: whether a secret of the endpoint signed it, and which. */
export function SignatureSheet({ endpoint, isOpen, onClose }: EndpointSheetProps) {
  const t = useWords();
  const { isRunning, failure, run } = useCommand();
  const [id, setId] = useState('');
  const [timestamp, setTimestamp] = useState('');
  const [signature, setSignature] = useState('');
  const [message, setMessage] = useState('');
  const [answer, setAnswer] = useState<SignatureAnswer | null>(null);
  const isWhole = id !== '' && /^\d{1,12}$/.test(timestamp) && signature !== '' && message !== '';
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setAnswer(null);
  };
  const check = () =>
    run(async () => {
      const body = { id, timestamp, signature, body: message };
      setAnswer(await api.post<SignatureAnswer>(`/webhooks/endpoints/${endpoint.id}/check-signature`, { body }));
    });
  return (
    <Sheet
      title={t('webhook-endpoint.signature')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button kind="primary" isDisabled={!isWhole} isPending={isRunning} onPress={() => void check()}>
          {t('webhook-endpoint.signature.check')}
        </Button>
      }
    >
      <p>{t('webhook-endpoint.signature.text')}</p>
      <Field label="webhook-id" value={id} onChange={change(setId)} isCode maxLength={200} />
      <Field label="webhook-timestamp" value={timestamp} onChange={change(setTimestamp)} isCode maxLength={12} />
      <Field label="webhook-signature" value={signature} onChange={change(setSignature)} isCode maxLength={1000} />
      <Field
        label={t('webhook-endpoint.signature.body')}
        value={message}
        onChange={change(setMessage)}
        rows={6}
        isCode
        hint={t('webhook-endpoint.signature.hint')}
      />
      <div role="status">{answer !== null && <Verdict answer={answer} />}</div>
      {failure !== null && <p role="alert">{failure}</p>}
    </Sheet>
  );
}

function Verdict({ answer }: { readonly answer: SignatureAnswer }) {
  const t = useWords();
  if (answer.result === 'unsigned')
    return <StateWord tone="lost">{t('webhook-endpoint.signature.unsigned')}</StateWord>;
  const { secretNumber: number, isCurrent, isOverlapping } = answer;
  if (isCurrent) return <StateWord tone="ok">{t('webhook-endpoint.signature.current', { number })}</StateWord>;
  if (isOverlapping) return <StateWord tone="waits">{t('webhook-endpoint.signature.before', { number })}</StateWord>;
  return <StateWord tone="needs">{t('webhook-endpoint.signature.old', { number })}</StateWord>;
}
