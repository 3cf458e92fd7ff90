import { useWords } from '#src/ui/words/words-context.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';

export function Component() {
  const t = useWords();
  return <ScreenHead title={t('home.title')} />;
}
