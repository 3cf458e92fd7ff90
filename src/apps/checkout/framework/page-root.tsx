import { type ComponentType, useMemo, Component, type ReactNode } from 'react';
import { FeedbackProvider } from '#src/ui/feedback/feedback.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { createTranslator } from '#src/ui/words/translator.ts';
import { useWords, WordsContext } from '#src/ui/words/words-context.tsx';
import { CheckoutContext, useCheckout } from './checkout-context.tsx';
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

/** What stands in place of a page that broke in the browser: asking for it again is safe, nothing is charged twice. */
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
  /** Shown in place of what broke. */
  readonly fallback: ReactNode;
}

/** Keeps a page that broke in the browser from turning blank. React offers this to classes only. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  // Set here and not as a class field, which would bring a kilobyte of helpers to every page.
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
