import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { SkipPoints } from '../../site/loyalty/skip-points.tsx';
import type { ViewProps } from '../../framework/page.ts';

/** What the page for errors of the points shows. */
export interface LiveloErrorData {
  readonly problem: 'unavailable' | 'locked' | 'session-over' | 'blocked';
  /** Where it is tried again. */
  readonly again: string;
}

const kinds = { unavailable: 'alert', locked: 'error', 'session-over': 'clock', blocked: 'error' } as const;

export function LiveloErrorPage({ data: { problem, again } }: ViewProps<LiveloErrorData>) {
  const t = useWords();
  return (
    <StatusPanel kind={kinds[problem]} title={t(`livelo-error.${problem}.title`)}>
      <p>{t(`livelo-error.${problem}.text`)}</p>
      <p>{t('livelo-error.safe')}</p>
      <ButtonLink href={again}>{t(`livelo-error.${problem}.again`)}</ButtonLink>
      <SkipPoints />
    </StatusPanel>
  );
}
