import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { RotatedSecret } from '../../../routes/webhooks/webhooks.types.ts';
import { api } from '../../data/api.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/form/choice.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Time } from '../../parts/values/time.tsx';
import type { EndpointSheetProps } from './endpoint-sheet.types.ts';
import { useCommand } from './use-command.ts';

/** Gives an endpoint another secret, which is shown once. */
export function RotateSheet({ endpoint, isOpen, onClose }: EndpointSheetProps) {
  const t = useWords();
  const { revalidate } = useRevalidator();
  const { isRunning, failure, run } = useCommand();
  const [hours, setHours] = useState('24');
  const [rotated, setRotated] = useState<RotatedSecret | null>(null);
  const close = (): void => {
    setRotated(null);
    onClose();
  };
  const rotate = () =>
    run(async () => {
      const body = { overlapHours: Number(hours) };
      setRotated(await api.post<RotatedSecret>(`/webhooks/endpoints/${endpoint.id}/rotate`, { body }));
      await revalidate();
    });
  return (
    <Sheet
      title={t('webhook-endpoint.rotate')}
      isOpen={isOpen}
      onClose={close}
      footer={
        rotated === null ? (
          <Button kind="danger" isPending={isRunning} onPress={() => void rotate()}>
            {t('webhook-endpoint.rotate.do')}
          </Button>
        ) : (
          <Button kind="primary" onPress={close}>
            {t('webhook-endpoint.rotate.kept')}
          </Button>
        )
      }
    >
      {rotated === null ? (
        <>
          <p>{t('webhook-endpoint.rotate.text')}</p>
          <Choice
            label={t('webhook-endpoint.rotate.overlap')}
            value={hours}
            onChange={setHours}
            options={[
              { value: '24', label: t('webhook-endpoint.rotate.day') },
              { value: '168', label: t('webhook-endpoint.rotate.week') },
              { value: '0', label: t('webhook-endpoint.rotate.at-once') },
            ]}
          />
        </>
      ) : (
        <>
          <p>{t('webhook-endpoint.rotate.once', { number: rotated.secretNumber })}</p>
          <CopyableId value={rotated.secret} name={t('webhook-endpoint.secret')} />
          {rotated.overlapUntil !== null && (
            <p>
              {t('webhook-endpoint.two-secrets')} <Time at={rotated.overlapUntil} isFocusable />
            </p>
          )}
        </>
      )}
      {failure !== null && <p role="alert">{failure}</p>}
    </Sheet>
  );
}
