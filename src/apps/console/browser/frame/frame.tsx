import { Suspense, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useMe } from '../data/me-context.tsx';
import { preferences, setPreferences } from '../data/preferences.ts';
import { useKeyListener, useKeys } from '../keys/use-keys.ts';
import { KeyboardMap } from '../keys/keyboard-map.tsx';
import { Announcer } from '../parts/announcer.tsx';
import { TipHost } from '../parts/tip-host.tsx';
import { BottomNav } from './bottom-nav.tsx';
import css from './frame.module.css';
import { Rail } from './rail.tsx';
import { SessionEnded } from './session-ended.tsx';
import { allScreens, navOf } from './screen-routes.ts';
import { useIsRailCollapsed } from './use-is-rail-collapsed.ts';
import { TopBar } from './top-bar.tsx';

/** Everything around the screens: rail, top bar, keys, messages. */
export function Frame() {
  const t = useWords();
  const me = useMe();
  const navigate = useNavigate();
  const isRailCollapsed = useIsRailCollapsed();
  const [isMapOpen, setMapOpen] = useState(false);
  const isGoing = useNavigation().state !== 'idle';
  const nav = navOf(allScreens, me);
  useKeyListener();
  useKeys([
    ...nav.map(({ path, nav: { key, label } }) => ({
      keys: `g ${key}`,
      label,
      group: 'go' as const,
      run: () => void navigate(`/${path}`),
    })),
    { keys: '?', label: 'frame.keys.map', group: 'general', run: () => setMapOpen(true) },
    {
      keys: 'mod+b',
      label: 'frame.collapse',
      group: 'general',
      run: () => setPreferences({ isRailCollapsed: !preferences().isRailCollapsed }),
    },
  ]);
  return (
    <I18nProvider locale={t.locale === 'es-PE' ? 'es-ES' : t.locale === 'en' ? 'en-US' : t.locale}>
      <a className={css['skip']} href="#content">
        {t('frame.skip')}
      </a>
      <div className={css['frame']} data-collapsed={isRailCollapsed || undefined}>
        <Rail nav={nav} />
        <TopBar onOpenMap={() => setMapOpen(true)} />
        <main className={css['content']} id="content" tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
          <TipHost />
        </main>
        <BottomNav nav={nav} />
      </div>
      {isGoing && <div className={css['going']} role="progressbar" aria-label={t('frame.going')} />}
      <KeyboardMap isOpen={isMapOpen} onClose={() => setMapOpen(false)} />
      <Announcer />
      <SessionEnded />
      <ScrollRestoration />
    </I18nProvider>
  );
}
