import { type CompiledMessages, createTranslator } from '#src/ui/words/translator.ts';
import css from './consent-banner.module.css';

export interface ConsentBannerProps {
  readonly words: CompiledMessages;
  readonly locale: string;
  readonly brandName: string;
  /** Address of the form, and our own path that it returns to. */
  readonly action: string;
  readonly path: string;
}

/**
 * The consent banner for measurement. A form, so that it works without JavaScript; both answers look alike and take one
 * press, and nothing is measured before one of them.
 */
export function ConsentBanner({ words, locale, brandName, action, path }: ConsentBannerProps) {
  const t = createTranslator(locale, words);
  return (
    <aside className={css['consent']} aria-labelledby="consent-title">
      <form method="post" action={action}>
        <input type="hidden" name="to" value={path} />
        <p>
          <strong id="consent-title">{t('consent.notice.title')}</strong>{' '}
          {t('consent.notice.text', { brand: brandName })} <a href={action}>{t('consent.notice.more')}</a>
        </p>
        <p className={css['answers']}>
          <button type="submit" name="choice" value="no">
            {t('consent.no')}
          </button>
          <button type="submit" name="choice" value="yes">
            {t('consent.yes')}
          </button>
        </p>
      </form>
    </aside>
  );
}
