import { type ReactNode, Suspense } from 'react';
import { Await, useAsyncError, useRevalidator } from 'react-router';
import { failureKind, ProblemError } from '../data/problem-error.ts';
import { LoadingRows } from './loading-rows.tsx';
import { NoPermission, PartFailed } from './notice.tsx';
import css from './part.module.css';

interface PartProps<Data> {
  /** The heading, also the name of what is missing when it fails. */
  readonly title: string;
  /** Beside the heading: a link to all rows, “as of”. */
  readonly aside?: ReactNode;
  /** From the screen's loader, by `later`. */
  readonly data: Promise<Data>;
  /** About as many rows as it will have, so that nothing moves when they come. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** One block of a screen that is read by itself: the others stand while it loads, and when it fails. */
export function Part<Data>({ title, aside, data, rows = 4, children }: PartProps<Data>) {
  return (
    <section className={css['part']} aria-label={title}>
      <header className={css['head']}>
        <h2>{title}</h2>
        {aside !== undefined && <span className={css['aside']}>{aside}</span>}
      </header>
      <Suspense fallback={<LoadingRows rows={rows} />}>
        <Await resolve={data} errorElement={<Failed what={title} />}>
          {children}
        </Await>
      </Suspense>
    </section>
  );
}

function Failed({ what }: { readonly what: string }) {
  const error = useAsyncError();
  const { revalidate } = useRevalidator();
  if (failureKind(error) === 'no-permission' && error instanceof ProblemError)
    return <NoPermission permission={error.permission ?? ''} />;
  return <PartFailed what={what} onRetry={() => void revalidate()} />;
}
