import type { Translator } from '#src/ui/words/translator.ts';
import { copyText } from '../values/copy-text.ts';

/** Copies an address of the console. */
export function copyDeepLink(t: Translator, href: string): Promise<void> {
  return copyText(href, t('parts.link.copied'), t('parts.copy.failed'));
}
