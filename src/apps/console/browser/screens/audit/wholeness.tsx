import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { AuditVerificationView } from '../../../routes/audit/audit.types.ts';
import { api } from '../../data/api.ts';
import { useMay, useMe } from '../../data/me-context.tsx';
import { Button } from '../../parts/button.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { dateText } from '../../parts/values/time-text.ts';
import { ActFailure } from '../../staff/act-failure.tsx';
import css from './audit.module.css';

/** How far the log is sealed, the check that it is whole, and the copy for an authority. */
export function Wholeness({ sealedUpTo }: { readonly sealedUpTo: string | null }) {
  const t = useWords();
  const me = useMe();
  const mayView = useMay('audit.view');
  const [answer, setAnswer] = useState<AuditVerificationView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [running, setRunning] = useState<'verify' | 'export' | null>(null);
  const isEverywhere = me.grants.some(({ scope }) => scope === '*');
  const run = async (name: 'verify' | 'export', act: () => Promise<void>) => {
    setRunning(name);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(null);
    }
  };
  const verify = async () => setAnswer(await api.get<AuditVerificationView>('/audit/verification'));
  const download = async () => {
    // Whether the sign-in is recent enough is known before the browser leaves for a file.
    await api.get('/audit/export/ready');
    location.assign('/data/audit/export');
  };
  return (
    <div className={css['whole']}>
      <ActFailure error={failure} />
      {answer !== null && <Verified answer={answer} />}
      {answer === null && sealedUpTo !== null && (
        <span className={css['sealed']}>{t('audit.sealed', { day: dateText(sealedUpTo, t.locale) })}</span>
      )}
      {mayView && isEverywhere && (
        <>
          <Button isPending={running === 'verify'} onPress={() => void run('verify', verify)}>
            {t('audit.verify')}
          </Button>
          <Button isPending={running === 'export'} onPress={() => void run('export', download)}>
            {t('audit.export')}
          </Button>
        </>
      )}
    </div>
  );
}

function Verified({ answer: { isWhole, days, entries, problems } }: { readonly answer: AuditVerificationView }) {
  const t = useWords();
  if (!isWhole) return <StateWord tone="lost">{t('audit.is-broken', { problems: problems.join(', ') })}</StateWord>;
  if (days === 0) return <StateWord tone="quiet">{t('audit.none-sealed')}</StateWord>;
  return <StateWord tone="ok">{t('audit.is-whole', { days, entries })}</StateWord>;
}
