import { useWords } from '#src/ui/words/words-context.tsx';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/values/copy-text.ts';

/** A code or a link that is copied whole; unlike an id, it is shown in full. */
export function CopyableText({ name, value }: { readonly name: string; readonly value: string }) {
  const t = useWords();
  return (
    <>
      <code>{value}</code>
      <Button onPress={() => void copyText(value, t('parts.copy.done', { name }), t('parts.copy.failed'))}>
        {t('act.copy', { name })}
      </Button>
    </>
  );
}
