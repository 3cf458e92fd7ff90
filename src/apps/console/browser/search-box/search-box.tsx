import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useMay, useMe } from '../data/me-context.tsx';
import { allScreens, navOf } from '../frame/screen-routes.ts';
import { useKeys } from '../keys/use-keys.ts';
import { CommandDialog } from '../parts/command/command-dialog.tsx';
import css from './search-box.module.css';
import { onlyItem, searchGroups } from './search-groups.tsx';
import { answerOf, type SearchState, useSearch } from './use-search.ts';

/** The box that finds a sale by whatever the buyer says; `/` or ⌘K open it from everywhere. */
export function SearchBox() {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const open = (): void => setOpen(true);
  useKeys([
    { keys: '/', label: 'search.label', group: 'general', run: open },
    { keys: 'mod+k', label: 'search.label', group: 'general', run: open },
  ]);
  return (
    <>
      <button type="button" className={css['box']} aria-keyshortcuts="/" onClick={open}>
        <span className={css['name']}>{t('search.label')}</span>
        <span className={css['hint']}>{t('search.open')}</span>
        <kbd className={css['key']} aria-hidden>
          /
        </kbd>
      </button>
      {isOpen && <OpenBox onClose={() => setOpen(false)} />}
    </>
  );
}

function OpenBox({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  const me = useMe();
  const navigate = useNavigate();
  const maySearch = useMay('sale.view');
  const [text, setText] = useState('');
  const state = useSearch(maySearch ? text : '');
  const answer = answerOf(state);
  const screens = navOf(allScreens, me);
  const note = noteOf(state);
  const groups = searchGroups(t, { answer, screens, text, go: (address) => void navigate(address) });
  // What a search that was cut short has not found may be what was meant.
  const only = answer === null || answer.timedOut.length === 0 ? onlyItem(groups) : null;
  return (
    <CommandDialog
      isOpen
      onClose={onClose}
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      text={text}
      onTextChange={setText}
      groups={groups}
      only={text.trim() === '' ? null : only}
      empty={note === null ? t(state.kind === 'idle' ? 'search.start' : 'search.empty') : null}
      isLoading={state.kind === 'loading'}
      note={note === null ? null : t(note)}
    />
  );
}

/** What the reader should know of the answer beside its rows. */
function noteOf(state: SearchState): string | null {
  if (state.kind === 'failed') return state.isLimited ? 'search.limited' : 'search.failed';
  if (state.kind !== 'found') return null;
  if (state.answer.timedOut.length > 0) return 'search.timed-out';
  return state.answer.hasMore ? 'search.more' : null;
}
