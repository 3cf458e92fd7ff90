import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { Button } from './button.tsx';
import css from './notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** What the reader can do about it. */
  readonly action?: ReactNode;
  readonly tone?: 'quiet' | 'needs' | 'lost';
  /** `state` names the state for tests and for screen readers' landmarks. */
  readonly state: string;
  /** `1`: in the place of a whole screen, whose tab it names. */
  readonly level?: Level;
}

type Level = 1 | 2;

/** The frame of every block that stands in the place of content. */
function Notice({ title, children, action, tone = 'quiet', state, level = 2 }: NoticeProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  useEffect(() => {
    if (level === 1) document.title = title;
  }, [level, title]);
  return (
    <section className={css['notice']} data-tone={tone} data-state={state} aria-label={title}>
      <Title className={css['title']}>{title}</Title>
      {children !== undefined && <div className={css['text']}>{children}</div>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </section>
  );
}

/** Nothing of this kind exists yet; says what makes the first one. */
export function EmptyFirst({ title, children, action }: Pick<NoticeProps, 'title' | 'children' | 'action'>) {
  return (
    <Notice state="empty" title={title} action={action}>
      {children}
    </Notice>
  );
}

interface EmptyFilteredProps {
  /** The name of the filter that hides most. */
  readonly filter: string;
  /** Drops that filter. */
  readonly onDrop: () => void;
}

/** Filters hide everything: names the one that hides most, and drops it by one press. */
export function EmptyFiltered({ filter, onDrop }: EmptyFilteredProps) {
  const t = useWords();
  return (
    <Notice
      state="empty-filtered"
      title={t('parts.filtered.title')}
      action={<Button onPress={onDrop}>{t('parts.filtered.drop', { filter })}</Button>}
    >
      {t('parts.filtered.text', { filter })}
    </Notice>
  );
}

interface PartFailedProps {
  /** What is missing: “The timeline”. */
  readonly what: string;
  readonly onRetry?: () => void;
  readonly level?: Level;
}

/** One block could not be read; the rest of the screen stands. */
export function PartFailed({ what, onRetry, level = 2 }: PartFailedProps) {
  const t = useWords();
  return (
    <Notice
      state="part-failed"
      level={level}
      tone="lost"
      title={t('parts.failed.title', { what })}
      action={onRetry && <Button onPress={onRetry}>{t('parts.failed.retry')}</Button>}
    >
      {t(level === 1 ? 'parts.failed.whole' : 'parts.failed.text')}
    </Notice>
  );
}

/** Milliseconds between two questions to a server that is away. */
const awayPauseMs = 5_000;

/** The server or the database does not answer; it is asked again and again, and at once when the browser is online anew. */
export function Away({ onRetry }: { readonly onRetry: () => void }) {
  const t = useWords();
  const latest = useRef(onRetry);
  useEffect(() => {
    latest.current = onRetry;
  });
  useEffect(() => {
    const retry = (): void => latest.current();
    const timer = setInterval(retry, awayPauseMs);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, []);
  return (
    <Notice
      state="away"
      level={1}
      tone="needs"
      title={t('parts.away.title')}
      action={<Button onPress={onRetry}>{t('parts.failed.retry')}</Button>}
    >
      {t('parts.away.text')}
    </Notice>
  );
}

interface NoPermissionProps {
  readonly permission: string;
  readonly level?: Level;
}

/** In scope, but not allowed: names the permission, and who grants it. */
export function NoPermission({ permission, level = 2 }: NoPermissionProps) {
  const t = useWords();
  return (
    <Notice state="no-permission" level={level} tone="needs" title={t('parts.no-permission.title')}>
      {t('parts.no-permission.text')} <code className={css['code']}>{permission}</code>
    </Notice>
  );
}

/** Not there, or out of scope: the server does not say which. */
export function NotThere({ level = 1 }: { readonly level?: Level }) {
  const t = useWords();
  return (
    <Notice
      state="not-there"
      level={level}
      title={t('parts.not-there.title')}
      action={<Link to="/">{t('parts.not-there.home')}</Link>}
    >
      {t('parts.not-there.text')}
    </Notice>
  );
}

/** Personal data that was erased. */
export function Erased() {
  const t = useWords();
  return (
    <Notice state="erased" title={t('parts.erased.title')}>
      {t('parts.erased.text')}
    </Notice>
  );
}
