import { useState } from 'react';
import { NavLink } from 'react-router';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { Sheet } from '../parts/sheet.tsx';
import css from './bottom-nav.module.css';
import type { NavScreen } from './screen-routes.ts';

const shownBeside = 4;
const menu = 'M4 7h16M4 12h16M4 17h16';

/** The screens on a phone: the first four at the bottom, all of them in a panel. */
export function BottomNav({ nav }: { readonly nav: readonly NavScreen[] }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav className={css['bottom']} aria-label={t('frame.nav')}>
      {nav.slice(0, shownBeside).map(({ id, path, nav: { label, icon } }) => (
        <NavLink key={id} to={`/${path}`} end={path === ''} className={css['entry'] ?? ''}>
          <Icon path={icon} />
          {t(label)}
        </NavLink>
      ))}
      <AriaButton className={css['entry'] ?? ''} onPress={() => setOpen(true)} aria-label={t('frame.menu')}>
        <Icon path={menu} />
        {t('frame.nav')}
      </AriaButton>
      <Sheet title={t('frame.menu')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ul className={css['all']}>
          {nav.map(({ id, path, nav: { label, icon } }) => (
            <li key={id}>
              <NavLink to={`/${path}`} end={path === ''} className={css['line'] ?? ''} onClick={() => setOpen(false)}>
                <Icon path={icon} />
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </Sheet>
    </nav>
  );
}
