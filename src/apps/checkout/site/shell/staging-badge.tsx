import { Icon } from '#src/ui/icon/icon.tsx';
import { type CompiledMessages, createTranslator } from '#src/ui/words/translator.ts';
import css from './staging-badge.module.css';

export interface StagingBadgeProps {
  readonly words: CompiledMessages;
  readonly locale: string;
  /** Address of the form, and our own path that it returns to. */
  readonly action: string;
  readonly path: string;
}

/** Marks a staging visit. Its close button is a form, so that it works without JavaScript. */
export function StagingBadge({ words, locale, action, path }: StagingBadgeProps) {
  const t = createTranslator(locale, words);
  return (
    <aside aria-label={t('shell.staging')}>
      <form className={css['staging']} method="post" action={action}>
        <input type="hidden" name="to" value={path} />
        {t('shell.staging')}
        <button type="submit" aria-label={t('shell.staging.close')}>
          <Icon name="close" />
        </button>
      </form>
    </aside>
  );
}
