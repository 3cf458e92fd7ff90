import { useWords } from '#src/ui/words/words-context.tsx';
import type { DisputeCase } from '../../../routes/disputes/disputes.types.ts';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './dispute.module.css';

/** What the school has handed in or conceded so far. */
export function Responses({ dispute: { responses, timeZone } }: { readonly dispute: DisputeCase }) {
  const t = useWords();
  if (responses.length === 0) return null;
  return (
    <section className={css['block']}>
      <h2>{t('dispute.responses')}</h2>
      <ol className={css['steps']}>
        {responses.map(({ id, kind, stage, statement, reference, packHash, by, at }) => (
          <li key={id} className={css['step']}>
            <span>
              {t(`dispute.response.${kind}`)} · {t(`disputes.stage.${stage}`)} · {reference}
              {statement !== '' && <q className={css['quote']}>{statement}</q>}
            </span>
            <span className={css['when']}>
              {packHash !== null && <CopyableId value={packHash} name="SHA-256" isShort />} {by} ·{' '}
              <Time at={at} timeZone={timeZone} isFocusable />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
