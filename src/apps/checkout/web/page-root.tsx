import { type ComponentType, useMemo } from 'react';
import { FeedbackProvider } from '#src/ui/feedback/feedback.tsx';
import { createTranslator } from '#src/ui/words/translator.ts';
import { WordsContext } from '#src/ui/words/words-context.tsx';
import { CheckoutContext } from '../shell/checkout-context.tsx';
import type { Rendering, ViewProps } from './page.ts';

/** Any page's component: what its data is, only its own server half knows. */
export type PageView = ComponentType<ViewProps<never>>;

interface PageRootProps {
  readonly view: PageView;
  readonly rendering: Rendering<never>;
  /** A page without behaviour has nobody to give feedback, and no live regions. */
  readonly isHydrated: boolean;
}

/** The root that is rendered on the server and hydrated in the browser: contexts, live regions, the page. */
export function PageRoot({ view: View, rendering, isHydrated }: PageRootProps) {
  const { checkout, words, data, form } = rendering;
  const translator = useMemo(() => createTranslator(checkout.locale, words), [checkout.locale, words]);
  const page = <View data={data} form={form} />;
  return (
    <CheckoutContext value={checkout}>
      <WordsContext value={translator}>{isHydrated ? <FeedbackProvider>{page}</FeedbackProvider> : page}</WordsContext>
    </CheckoutContext>
  );
}
