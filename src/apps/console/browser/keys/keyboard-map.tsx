import { Fragment } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { KeyBinding } from './key-bindings.ts';
import { modKey } from './mod-key.ts';
import css from './keyboard-map.module.css';
import { useAllKeys } from './use-keys.ts';

const groups = ['general', 'go', 'list', 'page'] as const satisfies readonly KeyBinding['group'][];

/** Every command that works on this screen, with its keys (`?`). */
export function KeyboardMap({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useWords();
  // A screen's command hides the frame's of the same keys.
  const all = [...new Map(useAllKeys().map((binding) => [binding.keys, binding])).values()];
  return (
    <Sheet title={t('frame.keys.map')} isOpen={isOpen} onClose={onClose} isReading>
      {groups.map((group) => {
        const bindings = all.filter((binding) => binding.group === group);
        return (
          bindings.length > 0 && (
            <section key={group} aria-label={t(`frame.keys.group.${group}`)}>
              <h3 className={css['title']}>{t(`frame.keys.group.${group}`)}</h3>
              <dl className={css['list']}>
                {bindings.map(({ keys, label }) => (
                  <div key={keys} className={css['line']}>
                    <dt>{t(label)}</dt>
                    <dd className={css['keys']}>
                      <Keys keys={keys} then={t('frame.keys.then')} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        );
      })}
    </Sheet>
  );
}

function Keys({ keys, then }: { readonly keys: string; readonly then: string }) {
  return keys.split(' ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <span className={css['then']}>{then}</span>}
      <kbd className={css['key']}>{part.startsWith('mod+') ? `${modKey} ${part.slice(4).toUpperCase()}` : part}</kbd>
    </Fragment>
  ));
}
