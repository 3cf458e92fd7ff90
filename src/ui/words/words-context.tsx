import { createContext, use } from 'react';
import { createTranslator, type Translator } from './translator.ts';

/** The words of the page that is shown. Set once, by the root of the page. */
export const WordsContext = createContext<Translator>(createTranslator('pt-BR', {}));

/** The translator of this page: `const t = useWords(); t('lead.title')`. */
export function useWords(): Translator {
  return use(WordsContext);
}
