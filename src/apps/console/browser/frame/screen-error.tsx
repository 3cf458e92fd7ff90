import { useRouteError, useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { ProblemError } from '../data/problem-error.ts';
import { Away, NoPermission, NotThere, PartFailed } from '../parts/notice.tsx';
import { signInAgain } from './sign-in-again.ts';

/** In the place of a screen that could not be read. The frame around it stands. */
export function ScreenError() {
  const t = useWords();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const retry = (): void => void revalidate();
  const problem = error instanceof ProblemError ? error : null;
  switch (problem?.kind) {
    case 'signed-out':
      signInAgain();
      return null;
    case 'no-permission':
      return <NoPermission permission={problem.permission ?? ''} level={1} />;
    case 'not-found':
      return <NotThere />;
    case 'away':
      return <Away onRetry={retry} />;
    case 'refused':
    case 'unexpected':
    case undefined:
      return <PartFailed what={t('frame.screen')} onRetry={retry} level={1} />;
  }
}
