import { type ComponentType, useMemo, Component, type ReactNode } from 'react';
import { FeedbackProvider } from '#src/ui/feedback/feedback.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { createTranslator } from '#src/ui/words/translator.ts';
import { useWords, WordsContext } from '#src/ui/words/words-context.tsx';
import { CheckoutContext, useCheckout } from './checkout-context.tsx';
import type { Rendering, ViewProps } from './page.ts';

/** Any page's component; only the page's server half types its data. */
export type PageView = ComponentType<ViewProps<never>>;

interface PageRootProps {
  readonly view: PageView;
  readonly rendering: Rendering<never>;
  /** A page without behaviour needs no feedback and no live regions. */
  readonly isHydrated: boolean;
}

/** The root for server rendering and hydration: contexts, live regions, the page. */
export function PageRoot({ view: View, rendering, isHydrated }: PageRootProps) {
  const { checkout, words, data, form } = rendering;
  const translator = useMemo(() => createTranslator(checkout.locale, words), [checkout.locale, words]);
  const page = <View data={data} form={form} />;
  return (
    <CheckoutContext value={checkout}>
      <WordsContext value={translator}>
        {isHydrated ? (
          <FeedbackProvider>
            <ErrorBoundary fallback={<BrokenPage />}>{page}</ErrorBoundary>
          </FeedbackProvider>
        ) : (
          page
        )}
      </WordsContext>
    </CheckoutContext>
  );
}

/** Replaces a page that failed in the browser. A reload is safe: nothing is charged twice. */
function BrokenPage() {
  const t = useWords();
  const { query } = useCheckout();
  return (
    <Notice kind="error" isLive>
      <p>{t('form.failed')}</p>
      <p>
        <a href={query || '?'}>{t('form.again')}</a>
      </p>
    </Notice>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Shown in place of the failed page. */
  readonly fallback: ReactNode;
}

/** Catches errors of a page in the browser. React needs a class for this. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  // Set in the constructor: a class field would add a kilobyte of compiler helpers to every page.
  constructor(props: ErrorBoundaryProps) {
    super(props);
    this.state = { hasFailed: false };
  }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
