import { Link, useLocation } from 'react-router';
import { useKeys } from '../../keys/use-keys.ts';
import { useNavigate } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './pager.module.css';

interface PagerProps {
  /** Cursors of the neighbouring pages, as the server gave them; null: there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** “50 of more than 1,000”; finished text. */
  readonly summary: string;
}

/** Pages by keyset: what is new above never moves the page that is read. The cursor stands in the address. */
export function Pager({ before, after, summary }: PagerProps) {
  const t = useWords();
  const navigate = useNavigate();
  const { search } = useLocation();
  const previous = before === null ? null : pageHref(search, 'before', before);
  const next = after === null ? null : pageHref(search, 'after', after);
  useKeys([
    {
      keys: 'p',
      label: 'parts.pager.previous',
      group: 'list',
      run: () => previous !== null && void navigate(previous),
    },
    { keys: 'n', label: 'parts.pager.next', group: 'list', run: () => next !== null && void navigate(next) },
  ]);
  return (
    <nav className={css['pager']} aria-label={t('parts.pager.label')}>
      <span className={css['summary']}>{summary}</span>
      <PageLink to={previous}>{t('parts.pager.previous')}</PageLink>
      <PageLink to={next}>{t('parts.pager.next')}</PageLink>
    </nav>
  );
}

function PageLink({ to, children }: { readonly to: string | null; readonly children: string }) {
  if (to === null)
    return (
      <span className={css['page']} aria-disabled="true">
        {children}
      </span>
    );
  return (
    <Link className={css['page']} to={to}>
      {children}
    </Link>
  );
}

/** The same filters at another cursor. */
export function pageHref(search: string, side: 'before' | 'after', cursor: string): string {
  const next = new URLSearchParams(search);
  next.delete('before');
  next.delete('after');
  next.set(side, cursor);
  return `?${next}`;
}
