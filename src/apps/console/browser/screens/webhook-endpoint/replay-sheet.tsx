import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { api } from '../../data/api.ts';
import { useNow } from '../../data/now.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/form/choice.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { EndpointSheetProps } from './endpoint-sheet.types.ts';
import { useCommand } from './use-command.ts';

const hour = 3_600_000;

/** A local date and time as its field takes it, by the browser's zone. */
function localText(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sends the events of a span of time again: those that were missed, or all of them. */
export function ReplaySheet({ endpoint, isOpen, onClose }: EndpointSheetProps) {
  const t = useWords();
  const { revalidate } = useRevalidator();
  const { isRunning, failure, run } = useCommand();
  const now = useNow();
  const [from, setFrom] = useState(() => localText(now - 24 * hour));
  const [to, setTo] = useState(() => localText(now + 60_000));
  const [which, setWhich] = useState<'missed' | 'all'>('missed');
  const isSpan = from !== '' && to !== '' && from < to;
  const send = () =>
    run(async () => {
      const body = {
        ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        onlyMissed: which === 'missed',
      };
      const { count } = await api.post<{ readonly count: number }>(`/webhooks/endpoints/${endpoint.id}/replay`, {
        body,
      });
      announce(t('webhook-endpoint.replay.done', { count }));
      onClose();
      await revalidate();
    });
  return (
    <Sheet
      title={t('webhook-endpoint.replay')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button kind="primary" isDisabled={!isSpan} isPending={isRunning} onPress={() => void send()}>
          {t('webhook-endpoint.replay.send')}
        </Button>
      }
    >
      <p>{t('webhook-endpoint.replay.text')}</p>
      <Field label={t('webhook-endpoint.replay.from')} type="datetime-local" value={from} onChange={setFrom} />
      <Field
        label={t('webhook-endpoint.replay.to')}
        type="datetime-local"
        value={to}
        onChange={setTo}
        hint={t('webhook-endpoint.replay.zone', { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })}
      />
      <Choice
        label={t('webhook-endpoint.replay.which')}
        value={which}
        onChange={setWhich}
        options={[
          { value: 'missed', label: t('webhook-endpoint.replay.missed') },
          { value: 'all', label: t('webhook-endpoint.replay.all') },
        ]}
      />
      {failure !== null && <p role="alert">{failure}</p>}
    </Sheet>
  );
}
